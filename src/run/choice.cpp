// Pilots in words.
#include "run/choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "base/settings_text.hpp"

namespace cggibbs {

std::string reason_by_sizes(const SamplerChoice& choice) {
  // Those with the same reason together.
  std::vector<std::pair<std::string, std::string>> outcomes;
  for (std::size_t i = 0; i < choice.pilots.size(); ++i) {
    const PilotReport& p = choice.pilots[i];
    const std::string words = p.outcome.words();
    if (i == choice.chosen || words.empty()) continue;
    const auto same =
        std::find_if(outcomes.begin(), outcomes.end(), [&](const auto& o) { return o.first == words; });
    if (same == outcomes.end())
      outcomes.emplace_back(words, p.name);
    else
      same->second += ", " + p.name;
  }
  std::string reason = "by sizes";
  for (const auto& [outcome, names] : outcomes) reason += fmt::format("; {}: {}", names, outcome);
  return reason;
}

std::string reason_by_pilots(const SamplerChoice& choice) {
  std::string others;
  for (std::size_t i = 0; i < choice.pilots.size(); ++i) {
    const PilotReport& p = choice.pilots[i];
    if (i == choice.chosen || !p.tried) continue;
    others += others.empty() ? "; " : ", ";
    others += p.score > 0 && !p.disbelieved ? fmt::format("{} {:.2g}", p.name, p.score)
                                            : fmt::format("{} {}", p.name, p.outcome.words());
  }
  const double score = choice.pilots[choice.chosen].score;
  std::string reason = score > 0
                           ? fmt::format("pilot: {:.2g} effective samples per million rows{}", score, others)
                           : "by sizes, for its pilot gave no effective samples" + others;
  if (choice.stopped) reason += "; pilots were stopped early";
  return reason;
}

std::vector<std::string> pilot_warnings(const SamplerChoice& choice) {
  std::vector<std::string> out;
  std::string fled, where;
  for (const PilotReport& p : choice.pilots) {
    if (!p.ran_away) continue;
    fled += (fled.empty() ? "" : ", ") + p.name;
    if (where.empty()) where = p.outcome.words();
  }
  if (!fled.empty())
    out.push_back(
        fmt::format("not tried further: {} ({}). If the posterior is improper, as flat priors can make it, "
                    "what other samplers say of it is no better: use proper priors.",
                    fled, where));
  std::set<std::size_t> told;
  for (const auto& d : choice.disputes) {
    const bool a = choice.pilots[d.a].disbelieved, b = choice.pilots[d.b].disbelieved;
    if (a != b && told.insert(a ? d.a : d.b).second)
      out.push_back(fmt::format(
          "auto does not trust {}, whose short pilot disagrees with that of {}: {}. Please report "
          "this with the model and the data's scale.",
          a ? d.sampler_a : d.sampler_b, a ? d.sampler_b : d.sampler_a, in_words(d)));
    else if (!a && !b && (d.a == choice.chosen || d.b == choice.chosen))
      out.push_back(
          fmt::format("samplers disagree in their short pilots, and none is known to be right: {}. Run "
                      "cggibbs compare with enough `time` before trusting either."_settings,
                      in_words(d)));
  }
  return out;
}

nlohmann::json choice_record(const SamplerChoice& choice) {
  nlohmann::json j;
  j["chosen"] = choice.pilots[choice.chosen].name;
  j["reason"] = choice.reason;
  j["stopped_early"] = choice.stopped;
  j["pilot_cost"] = choice.cost;
  j["disagreements"] = nlohmann::json::array();
  for (const auto& d : choice.disputes) j["disagreements"].push_back(dispute_record(d));
  for (const auto& p : choice.pilots) {
    nlohmann::json row{{"sampler", p.name},
                       {"tried", p.tried},
                       {"outcome", p.outcome.words()},
                       {"sweep_cost", p.sweep_cost}};
    if (p.tried) {
      row["pilot_warmup"] = p.warmup;
      row["pilot_draws"] = p.draws;
      row["pilot_cost"] = p.cost;
      row["ess_per_million_rows"] = p.score;
      row["ess"] = {{"median", p.ess_median}, {"low", p.ess_low}, {"min", p.ess_min}};
    }
    j["candidates"].push_back(row);
  }
  return j;
}

}  // namespace cggibbs
