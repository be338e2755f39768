// The linear predictor of a GLM on the graph: intercept, coefficients, group effects.
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

/// The effects of one term such as (1 + x|group), with a scale each; adds the priors of these to the lines.
Var group_effect(ModelBuilder& b, const GlmSettings& settings, const GlmData& data, const GroupTerm& term,
                 std::vector<PriorLine>& lines);

}  // namespace cggibbs
