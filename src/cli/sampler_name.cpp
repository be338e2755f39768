// A sampler's name, and a metric's after a colon.
#include "cli/sampler_name.hpp"

#include <fmt/format.h>

#include <cggibbs/error.hpp>
#include <utility>
#include <vector>

#include "cli/checks.hpp"

namespace cggibbs {

NamedSampler parse_sampler(const std::string& text, const std::string& option) {
  const auto colon = text.find(':');
  const std::string sampler = text.substr(0, colon);
  const std::pair<std::string, NamedSampler> known[] = {
      {"auto", {Kernel::slice}},
      {"slice", {Kernel::slice}},
      {"newton", {Kernel::newton}},
      {"gaussian_block", {Kernel::slice, true}},
      {"nuts", {Kernel::nuts}},
      {"hmc", {Kernel::hmc}},
      {"random_walk", {Kernel::random_walk}},
  };
  std::vector<std::string> names;
  for (const auto& k : known) names.push_back(k.first);
  NamedSampler out = known[choose(sampler, names, option)].second;
  if (colon == std::string::npos) return out;
  if (out.kernel != Kernel::nuts && out.kernel != Kernel::hmc)
    throw Error(fmt::format("{0} {1}: {2} has no metric, only nuts and hmc have. Use {0} {2}.", option, text,
                            sampler));
  out.metric = parse_metric(text.substr(colon + 1), fmt::format("{} {}:METRIC", option, sampler));
  return out;
}

MetricKind parse_metric(const std::string& text, const std::string& option) {
  return static_cast<MetricKind>(choose(text, {"unit", "diag", "dense", "low_rank"}, option));
}

}  // namespace cggibbs
