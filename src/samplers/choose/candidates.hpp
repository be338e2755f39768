// The samplers that suit a model, and what a sweep of each should cost.
#pragma once

#include <string>
#include <vector>

#include "samplers/choose/registry.hpp"

namespace cggibbs {

struct SamplerCandidate : Prediction {
  const Sampler* row = nullptr;
  std::string name;
  GibbsSettings gibbs;
};

/// One for each sampler that `auto` knows; `base` says everything that they have in common.
std::vector<SamplerCandidate> sampler_candidates(const Model& model, const Plan& plan,
                                                 const GibbsSettings& base);

/// How many times longer than usual a unit of cost(Work) takes, for rows that have no SIMD loops.
double model_row_price(const Model& model);

}  // namespace cggibbs
