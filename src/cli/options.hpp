// The options that `fit` and `explain` share, and what they make of the data.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "graph/problem.hpp"
#include "run/choose.hpp"
#include "run/fit.hpp"

namespace cggibbs {

struct FitOptions {
  std::vector<std::string> inputs;  ///< FORMULA DATA, or a matrix file alone
  std::string family;
  std::string link;
  std::string prior, intercept_prior, dispersion_prior, sd_prior;
  std::string weights, trials;
  std::vector<std::string> offsets;
  std::string na = "error";
  std::string standardize = "auto";
  std::string decorrelate = "auto";
  std::string x_name = "X";
  std::string response;
  bool zero_based = false;
  bool no_intercept = false;

  std::string sampler = "auto";
  std::string slice = "stepping";
  double width = 1;
  bool no_adapt = false;
  std::string scan = "dugs";
  bool naive = false;
  std::string metric;  ///< empty: what the sampler's name says, or diag
  double target_accept = 0.8;
  std::int64_t max_depth = 10;
  double integration_time = 2;
  std::string block;

  std::int64_t chains = 4, warmup = 1000, draws = 1000, thin = 1;
  bool draws_given = false;
  std::vector<std::string> until;
  std::string seed;  ///< empty: drawn
  std::int64_t threads = 0;
  bool save_warmup = false;
  std::string init;
  std::string output;
  std::vector<std::string> save;
  bool summary_only = false;
  std::int64_t sig_figs = 0;
  std::string progress = "auto";
  bool quiet = false;
  std::int64_t top = 20;
};

void add_model_options(CLI::App& app, FitOptions& o);
void add_sampling_options(CLI::App& app, FitOptions& o);

/// Data read, model built, settings checked: ready to run or to explain.
struct Prepared {
  Problem problem;
  std::shared_ptr<const Model> model;  ///< the form of it that runs
  FitSettings settings;
  std::string sampler;                ///< "auto" until settle() has been called
  std::string sampler_reason;         ///< empty when the user chose
  std::string why_slice_instead;      ///< of the sampler asked for, when that has nothing to move
  std::vector<Contender> contenders;  ///< what auto chooses from; empty when there is no choice
  std::vector<std::string> warnings;  ///< of the pilots
  nlohmann::json configuration;

  bool is_rotated() const { return model == problem.rotated; }
};
Prepared prepare(const FitOptions& options);

/// Runs pilots where the sampler is `auto`, then leaves the chosen sampler and its form of the model in p. See choose_sampler for
/// `go_on`.
void settle(Prepared& p, const std::function<bool()>& go_on);

}  // namespace cggibbs
