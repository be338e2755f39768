// The compute graph of a model as a picture, in the language of Graphviz's dot.
#pragma once

#include <string>
#include <vector>

#include "graph/model.hpp"

namespace cggibbs {

struct DotSettings {
  std::string title = {};  ///< below the picture
  std::vector<std::string> kernels =
      {};                        ///< by parameter, in the order of Model::parameters; empty: not told
  std::size_t most_boxes = 150;  ///< arrays and factors; the smallest of more are left out
};

/// Arrays, not scalars: parameters with their kernels, or what they are drawn from where that is once per draw (Model::forward), data,
/// computed arrays, and factors by their distributions. Sums that are kept and repaired by deltas stand out. `left_out` says how many arrays and factors the picture does not show.
std::string model_dot(const Model& model, const DotSettings& settings, std::size_t* left_out = nullptr);

}  // namespace cggibbs
