// The table itself, and finding rows by what users write.
#include "samplers/choose/registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cggibbs/error.hpp>

#include "base/settings_text.hpp"
#include "base/suggest.hpp"

namespace cggibbs {
namespace {

constexpr const Sampler* table[] = {
    &slice_sampler, &newton_sampler,      &gaussian_block_sampler, &nuts_sampler,   &nuts_low_rank_sampler,
    &hmc_sampler,   &random_walk_sampler, &exact_sampler,          &latent_sampler, &gibbs_sampler};

std::size_t index_in(const std::vector<std::string>& choices, const std::string& text,
                     const std::string& setting) {
  const auto found = std::find(choices.begin(), choices.end(), text);
  if (found == choices.end())
    throw Error(fmt::format("`{}`: unknown choice '{}'.{} Use one of: {}."_settings, setting, text,
                            did_you_mean(text, choices), fmt::join(choices, ", ")));
  return static_cast<std::size_t>(found - choices.begin());
}

template <class Keep>
std::vector<std::string> names_of(Keep keep) {
  std::vector<std::string> names;
  for (const Sampler* s : table)
    if (keep(*s)) names.emplace_back(s->name);
  return names;
}

}  // namespace

std::span<const Sampler* const> samplers() {
  return table;
}

std::vector<std::string> sampler_names() {
  return names_of([](const Sampler& s) { return s.takes_model; });
}

std::vector<std::string> candidate_names() {
  return names_of([](const Sampler& s) { return s.automatic; });
}

const Sampler& find_sampler(const std::string& name, const std::string& setting) {
  return *table[index_in(names_of([](const Sampler&) { return true; }), name, setting)];
}

std::optional<MetricKind> set_sampler(const std::string& text, GibbsSettings& settings,
                                      const std::string& setting) {
  const auto colon = text.find(':');
  const std::string name = text.substr(0, colon);
  auto known = sampler_names();
  known.insert(known.begin(), "auto");
  index_in(known, name, setting);
  settings.sampler = name == "auto" ? GibbsSettings{}.sampler : name;
  if (colon == std::string::npos) return {};
  if (!find_sampler(settings.sampler, setting).trajectories)
    throw Error(fmt::format("`{0}={1}`: {2} has no metric, only {3} have. Use `{0}={2}`."_settings, setting,
                            text, name,
                            fmt::join(names_of([](const Sampler& s) {
                                        return s.trajectories && s.name.find(':') == std::string_view::npos;
                                      }),
                                      " and ")));
  settings.hamiltonian.metric =
      parse_metric(text.substr(colon + 1), fmt::format("{}={}:METRIC", setting, name));
  return settings.hamiltonian.metric;
}

MetricKind parse_metric(const std::string& text, const std::string& setting) {
  std::vector<std::string> names;
  for (const MetricKind kind : all_metrics) names.emplace_back(name(kind));
  return all_metrics[index_in(names, text, setting)];
}

}  // namespace cggibbs
