// The numbers of a prior, in order or by name.
#include "models/prior_arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cggibbs/error.hpp>
#include <charconv>
#include <cmath>
#include <string>

#include "base/suggest.hpp"
#include "models/trim.hpp"

namespace cggibbs {
namespace {

struct Written {
  std::string_view name;  ///< empty: by position
  double value;
};

class Reader {
 public:
  Reader(const std::vector<PriorArgument>& known, std::string_view usage, std::string_view whole,
         std::string_view what)
      : known_(known), usage_(usage), whole_(whole), what_(what) {}

  std::vector<double> read(std::string_view inside) const {
    const std::vector<Written> written = split(inside);
    if (written.size() > known_.size()) wrong_count(written.size());
    std::vector<std::optional<double>> found(known_.size());
    // normal(2.5) is normal(0,2.5).
    const bool scale_only = written.size() == 1 && written[0].name.empty() && known_.size() == 2 &&
                            known_[0].otherwise && !known_[1].otherwise && !known_[1].last_may_lack;
    for (std::size_t i = 0; i < written.size(); ++i) {
      const std::size_t k = scale_only ? 1 : written[i].name.empty() ? i : place_of(written[i].name);
      if (found[k]) refuse(fmt::format("'{}' is given twice", known_[k].name));
      found[k] = written[i].value;
    }
    std::vector<double> out;
    for (std::size_t k = 0; k < known_.size(); ++k) {
      if (!found[k] && known_[k].last_may_lack) break;
      if (!found[k]) found[k] = known_[k].otherwise;
      if (!found[k] && (written.empty() || written[0].name.empty())) wrong_count(written.size());
      if (!found[k]) refuse(fmt::format("'{}' is missing", known_[k].name));
      out.push_back(*found[k]);
    }
    return out;
  }

 private:
  std::vector<Written> split(std::string_view inside) const {
    std::vector<Written> out;
    if (trim(inside).empty()) return out;
    for (std::size_t start = 0; start <= inside.size();) {
      const std::size_t end = std::min(inside.find(',', start), inside.size());
      const std::string_view part = trim(inside.substr(start, end - start));
      start = end + 1;
      const auto eq = part.find('=');
      const bool named = eq != std::string_view::npos;
      const std::string_view name = named ? trim(part.substr(0, eq)) : std::string_view{};
      if (named && name.empty()) refuse(fmt::format("a name is missing before '{}'", part));
      if (!named && !out.empty() && !out.back().name.empty())
        refuse(fmt::format("'{}' has no name but follows '{}'; numbers without a name come first", part,
                           out.back().name));
      out.push_back({name, number(named ? trim(part.substr(eq + 1)) : part)});
    }
    return out;
  }

  double number(std::string_view text) const {
    double x = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), x);
    if (code != std::errc{} || end != text.data() + text.size() || !std::isfinite(x))
      throw Error(fmt::format("{}: '{}' in '{}' is not a number.", what_, text, whole_));
    return x;
  }

  std::size_t place_of(std::string_view name) const {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < known_.size(); ++k) {
      if (known_[k].name == name) return k;
      names.emplace_back(known_[k].name);
    }
    throw Error(fmt::format("{}: '{}' has no number called '{}'.{} Names: {}.", what_, whole_, name,
                            did_you_mean(std::string(name), names), fmt::join(names, ", ")));
  }

  [[noreturn]] void wrong_count(std::size_t count) const {
    throw Error(fmt::format("{}: '{}' has {} numbers; write {}.", what_, whole_, count, usage_));
  }
  [[noreturn]] void refuse(const std::string& why) const {
    throw Error(fmt::format("{}: in '{}' {}; write {}.", what_, whole_, why, usage_));
  }

  const std::vector<PriorArgument>& known_;
  std::string_view usage_, whole_, what_;
};

}  // namespace

std::vector<double> parse_prior_arguments(std::string_view inside, const std::vector<PriorArgument>& known,
                                          std::string_view usage, std::string_view whole,
                                          std::string_view what) {
  return Reader(known, usage, whole, what).read(inside);
}

}  // namespace cggibbs
