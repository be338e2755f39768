// The table of experiments.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cggibbs/error.hpp>
#include <vector>

#include "base/suggest.hpp"
#include "experiments/experiment.hpp"

namespace cggibbs {

std::span<const Experiment* const> experiments() {
  static const std::vector<const Experiment*> all{
      &gibbs_scaling,     &colon_scaling,       &size_dimension,  &panel_race,          &ratio_dn, &more_data,
      &condition_scaling, &irrelevant_features, &nuts_adaptation, &horseshoe_marginals, &scans};
  return all;
}

const Experiment& find_experiment(const std::string& name) {
  std::vector<std::string> names;
  for (const auto* e : experiments()) {
    if (e->name == name) return *e;
    names.emplace_back(e->name);
  }
  names.emplace_back("all");
  throw Error(fmt::format("unknown experiment '{}'.{} There are: {}.", name, did_you_mean(name, names),
                          fmt::join(names, ", ")));
}

}  // namespace cggibbs
