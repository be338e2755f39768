// Choosing the sampler from the graph.
#pragma once

#include <string>

#include "graph/model.hpp"

namespace cggibbs {

struct SamplerChoice {
  bool gaussian_block = false;
  std::string reason;
};

/// Decided from sizes alone, so that the same model gets the same sampler on every machine: the Gaussian block where its
/// axes cost no more than coordinate sweeps would, else one coordinate at a time.
SamplerChoice choose_sampler(const Model& model);

}  // namespace cggibbs
