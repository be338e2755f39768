// A problem made ready to run: its settings, its sampler, and the form of its model that this sampler takes.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "graph/problem.hpp"
#include "run/choose.hpp"
#include "run/fit.hpp"

namespace cggibbs {

struct Prepared {
  Problem problem;
  std::shared_ptr<const Model> model;  ///< the form of it that runs
  FitSettings settings;
  std::string sampler;                ///< "auto" until settle() has been called
  std::string why_slice_instead;      ///< of the sampler asked for, when that has nothing to move
  std::vector<Contender> contenders;  ///< what `sampler=auto` chooses from; empty when there is no choice
  SamplerChoice choice;               ///< made by settle(); without pilots when there was none

  bool is_rotated() const { return model == problem.rotated; }
};

/// Throws when settings exclude each other. Before any data are read, if possible.
void check_settings(const FitSettings& settings);

/// The sampler is what settings.chain.gibbs was made from, as users say it: see gibbs_settings(). Throws when it does not suit
/// the model.
Prepared prepare(Problem problem, FitSettings settings, const std::string& sampler);

/// Runs pilots where the sampler is "auto", then leaves the chosen one and its form of the model in p. See choose_sampler for
/// `go_on`.
void settle(Prepared& p, const std::function<bool()>& go_on);

/// All that decides what is drawn, but the data.
nlohmann::json configuration_record(const Prepared& p);

}  // namespace cggibbs
