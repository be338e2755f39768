// The linear predictor of a GLM on the graph: intercept and coefficients.
#pragma once

#include <cggibbs/model.hpp>
#include <optional>

#include "models/glm_priors.hpp"

namespace cggibbs {

/// Intercept and coefficients as they are; empty when there are none. Moves the matrix out of the data.
std::optional<Var> plain_predictor(ModelBuilder& b, GlmData& data, const GlmPriors& priors, bool save_all);

/// Intercept and coefficients in one coordinate system in which the likelihood is nearly round. `full` is full_design(data).
Var rotated_predictor(ModelBuilder& b, const GlmData& data, const GlmPriors& priors, DenseMatrix full,
                      std::vector<std::string>& warnings);

}  // namespace cggibbs
