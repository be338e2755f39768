// The table of samplers: a row is all that the command line, `sample`, `compare`, `auto` and the memory bill know of one.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/plan.hpp"
#include "graph/structure.hpp"
#include "samplers/block.hpp"
#include "samplers/gibbs_settings.hpp"

namespace cggibbs {

/// From sizes alone, in the units of cost(Work).
struct Prediction {
  double sweep_cost = 0;  ///< the least that a sweep should take
  double setup_cost = 0;  ///< once per chain, before its first sweep
  double worth = 1;       ///< effective samples of a sweep, against one of slice, as seen on other problems
  std::string refused = {};  ///< why `auto` should not try it; empty when it may
  /// Nanoseconds that a unit of its cost was seen to take, beside gaussian_block's 0.9 to 1.1: moves of few rows have more
  /// overhead than cost() knows, gradients of sparse data dearer products.
  double price = 1;
  double promise() const { return worth / (sweep_cost * price); }
};

/// How far a sampler gets with the scales of a horseshoe, the best first.
enum class Horseshoe { crosses, moves_scales, one_at_a_time, diverges };

using Blocks = std::vector<std::unique_ptr<Block>>;
using Members = std::vector<NodeId>;  ///< parameters that are given to a sampler

struct Sampler {
  /// As --sampler and `auto` say it. NAME:METRIC is a row of NAME for `auto`, with that metric.
  std::string_view name;

  // What it claims.
  bool automatic = false;        ///< `auto` may choose it, and `compare` runs it unless told otherwise
  bool takes_model = true;       ///< can be given all parameters of a model
  bool takes_parameters = true;  ///< can be given some by name
  bool whole_numbers = false;    ///< moves these only
  bool trajectories = false;     ///< follows gradients: has a metric, a step size, divergences
  bool finds_axes =
      false;  ///< decorrelates coefficients by itself: give it those of the model, not rotated ones
  bool moves_scales = false;  ///< of the priors of its coefficients, together with these
  bool joins = false;  ///< what its blocks leave is drawn jointly where that is known: see samplers/joint
  bool steps = false;  ///< arrays that its blocks leave move in step: see samplers/joint/array_block.hpp
  std::string_view only = {};               ///< what alone it moves, in words; empty: anything continuous
  ScalarKernel rest = ScalarKernel::slice;  ///< moves what its blocks leave
  Horseshoe horseshoe = Horseshoe::one_at_a_time;

  // What it does. Rows leave out what they do not need.
  /// Why it has nothing to move, so that its `rest` moves all; empty when it has.
  std::string (*unsuited)(const Model&, const Members&) = nullptr;
  Prediction (*predict)(const Model&, const Plan&, const GibbsSettings&) = nullptr;
  /// Of one chain's blocks, at their peak in warmup.
  double (*bytes)(const Model&, const Members&, const GibbsSettings&) = nullptr;
  Blocks (*make)(const Model&, const Members&, const GibbsSettings&) = nullptr;
};

/// In the order in which users read them; the pilots of `auto` take their random streams by it.
std::span<const Sampler* const> samplers();

/// The row of that name. Throws an Error that names the setting and lists what there is.
const Sampler& find_sampler(const std::string& name, const std::string& setting = "sampler");

/// Puts "nuts", or "nuts:dense" with a metric, into the settings; "auto" stands for slice until pilots have run. Returns the
/// metric, where there is one in the name. Errors name the setting.
std::optional<MetricKind> set_sampler(const std::string& text, GibbsSettings& settings,
                                      const std::string& setting = "sampler");
MetricKind parse_metric(const std::string& text, const std::string& setting = "metric");

/// What `sampler` takes beside "auto" (also in <cggibbs/sample.hpp>), and what "auto" chooses from.
std::vector<std::string> sampler_names();
std::vector<std::string> candidate_names();

/// By node: the part of these predictors that it is; null where it is no coefficient of theirs.
std::vector<const GaussianPart*> parts_by_node(const Model& model,
                                               const std::vector<LinearPredictor>& predictors);
/// The predicted cost of moving one coordinate of a parameter after the other, by slice or exactly.
double coordinate_cost(const Model& model, const Plan& plan, NodeId parameter);
/// Rows that an evaluation takes beside those it reads, and a multiply-add: see cost(Work).
inline constexpr double evaluation_overhead = 80, product_cost = 0.2;
inline constexpr double slice_evaluations = 5, exact_evaluations = 3;

// The rows, each beside its kernel.
extern const Sampler slice_sampler, random_walk_sampler, exact_sampler;  // scalar/coordinate_samplers.cpp
extern const Sampler gibbs_sampler;                                      // joint/gibbs_sampler.cpp
extern const Sampler newton_sampler;                                     // linear/newton_sampler.cpp
extern const Sampler gaussian_block_sampler;                             // linear/gaussian_block_sampler.cpp
extern const Sampler latent_sampler;                                     // latent/latent_sampler.cpp
extern const Sampler nuts_sampler, nuts_low_rank_sampler, hmc_sampler;  // hamiltonian/trajectory_samplers.cpp

}  // namespace cggibbs
