// The samplers that suit a model, and what a sweep of each should cost.
#pragma once

#include <string>
#include <vector>

#include "graph/plan.hpp"
#include "samplers/gibbs.hpp"

namespace cggibbs {

/// Predictions come from sizes alone, in the units of cost(Work).
struct SamplerCandidate {
  std::string name;
  GibbsSettings gibbs;
  double sweep_cost = 0;  ///< the least that a sweep should take
  double setup_cost = 0;  ///< once per chain, before its first sweep
  double worth = 1;       ///< effective samples of a sweep, against one of slice, as seen on other problems
  bool finds_axes =
      false;  ///< decorrelates coefficients by itself: give it those of the model, not rotated ones
  std::string refused = {};  ///< why it cannot run; empty when it can
  /// Nanoseconds that a unit of its cost was seen to take, beside gaussian_block's 0.9 to 1.1: moves of few rows have more
  /// overhead than cost() knows, gradients of sparse data dearer products.
  double price = 1;
  double promise() const { return worth / (sweep_cost * price); }
};

/// One for each sampler that `auto` knows; `base` says everything that they have in common.
std::vector<SamplerCandidate> sampler_candidates(const Model& model, const Plan& plan,
                                                 const GibbsSettings& base);

}  // namespace cggibbs
