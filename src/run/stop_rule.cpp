// Parsing stopping rules.
#include "run/stop_rule.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <charconv>
#include <cmath>

#include "base/settings_text.hpp"
#include "run/told_beside.hpp"

namespace cggibbs {
namespace {

double number(const std::string& text, const std::string& what) {
  double x = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), x);
  if (code != std::errc{} || end != text.data() + text.size() || !std::isfinite(x))
    throw Error(fmt::format("{}: '{}' is not a number.", what, text));
  return x;
}

}  // namespace

double parse_duration(const std::string& text, const std::string& what) {
  std::string digits = text;
  const char last = text.empty() ? ' ' : text.back();
  const double unit = last == 'h' ? 3600 : last == 'm' ? 60 : 1;
  if (last == 'h' || last == 'm' || last == 's') digits.pop_back();
  const double seconds = unit * number(digits, what);
  if (!(seconds > 0)) throw Error(fmt::format("{}: '{}' must be positive, like 60s, 10m or 2h.", what, text));
  return seconds;
}

StopRule parse_stop_rule(const std::vector<std::string>& items) {
  StopRule rule;
  for (const auto& item : items) {
    for (std::size_t start = 0; start <= item.size();) {
      const std::size_t end = std::min(item.find(',', start), item.size());
      const std::string part = item.substr(start, end - start);
      start = end + 1;
      const auto eq = part.find('=');
      const std::string key = part.substr(0, eq);
      const std::string value = eq == std::string::npos ? "" : part.substr(eq + 1);
      if (key == "ess") {
        rule.ess = number(value, "`until=ess`"_settings);
        if (!(*rule.ess > 0)) throw Error("`until=ess`: the target must be positive, like ess=400."_settings);
      } else if (key == "rhat") {
        rule.rhat = number(value, "`until=rhat`"_settings);
        if (!(*rule.rhat > 1))
          throw Error("`until=rhat`: the target must be above 1, like rhat=1.01."_settings);
      } else if (key == "mcse") {
        rule.mcse = number(value, "`until=mcse`"_settings);
        if (!(*rule.mcse > 0))
          throw Error("`until=mcse`: the target must be positive, like mcse=0.05."_settings);
      } else if (key == "time") {
        rule.seconds = parse_duration(value, "`until=time`"_settings);
      } else {
        throw Error(fmt::format(
            "`until`: cannot read '{}'. Use ess=400, rhat=1.01, mcse=0.05, time=60s, or several with commas."_settings,
            part));
      }
    }
  }
  return rule;
}

std::string StopRule::text() const {
  std::string out;
  const auto add = [&](const std::string& s) { out += (out.empty() ? "" : ",") + s; };
  if (ess) add(fmt::format("ess={}", *ess));
  if (rhat) add(fmt::format("rhat={}", *rhat));
  if (mcse) add(fmt::format("mcse={}", *mcse));
  if (seconds) add(fmt::format("time={}s", *seconds));
  return out;
}

std::string StopRule::goals() const {
  std::vector<std::string> names;
  if (ess) names.emplace_back("ess");
  if (rhat) names.emplace_back("rhat");
  if (mcse) names.emplace_back("mcse");
  return fmt::format("{}", fmt::join(names, " and "));
}

std::vector<std::string> StopRule::missed(const Quality& q) const {
  std::vector<std::string> out;
  if (ess && !(q.min_ess >= *ess))
    out.push_back(fmt::format("ess={} (worst {})", *ess, told_beside(q.min_ess, *ess, 0)));
  if (rhat && !(q.max_rhat <= *rhat))
    out.push_back(fmt::format("rhat={} (worst {})", *rhat, told_beside(q.max_rhat, *rhat, 3)));
  if (mcse && !(q.max_mcse <= *mcse))
    out.push_back(fmt::format("mcse={} (worst {})", *mcse, told_beside(q.max_mcse, *mcse, 2)));
  return out;
}

std::size_t next_check(std::size_t draws, std::size_t most) {
  return std::min(most, std::max<std::size_t>(100, draws + draws / 2));
}

std::size_t expected_draws(const StopRule& rule, std::size_t checked_draws, double min_ess, std::size_t next,
                           std::size_t most) {
  if (!rule.has_goals()) return most;
  if (!rule.ess || checked_draws == 0 || !(min_ess > 0)) return next;
  const double needed = std::ceil(static_cast<double>(checked_draws) * *rule.ess / min_ess);
  return needed < static_cast<double>(most) ? std::max(next, static_cast<std::size_t>(needed)) : most;
}

}  // namespace cggibbs
