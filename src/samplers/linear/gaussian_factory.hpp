// Which Gaussian blocks a model has.
#pragma once

#include <memory>
#include <vector>

#include "samplers/block.hpp"

namespace cggibbs {

bool has_gaussian_blocks(const Model& model);
inline constexpr const char* no_gaussian_blocks =
    "no coefficients with Gaussian priors under one linear predictor";

/// For each predictor a block for each horseshoe, and one for all its other coefficients. Empty when there are none.
std::vector<std::unique_ptr<Block>> make_gaussian_blocks(const Model& model);

}  // namespace cggibbs
