// Which Gaussian blocks a model has.
#pragma once

#include <memory>
#include <vector>

#include "graph/structure.hpp"
#include "samplers/block.hpp"

namespace cggibbs {

/// With the parts that blocks can move; those with none are left out.
std::vector<LinearPredictor> gaussian_predictors(const Model& model);
bool has_gaussian_blocks(const Model& model);
inline constexpr const char* no_gaussian_blocks =
    "no coefficients with Gaussian priors under one linear predictor";

/// For each predictor a block for each horseshoe, and one for all its other coefficients. Empty when there are none.
std::vector<std::unique_ptr<Block>> make_gaussian_blocks(const Model& model);

}  // namespace cggibbs
