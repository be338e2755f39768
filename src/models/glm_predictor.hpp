// The linear predictor of a GLM on the graph: intercept, coefficients, group effects.
#pragma once

#include <cggibbs/model.hpp>
#include <optional>

#include "models/glm_priors.hpp"

namespace cggibbs {

/// Intercept and coefficients as they are; empty when there are none. Moves the matrix out of the data.
std::optional<Var> plain_predictor(ModelBuilder& b, GlmData& data, const GlmPriors& priors, bool save_all,
                                   Glm& out);

/// Intercept and coefficients in one coordinate system in which the likelihood is nearly round. Likewise.
Var rotated_predictor(ModelBuilder& b, GlmData& data, const GlmPriors& priors, Glm& out);

/// The effects of one term such as (1 + x|group), with a scale each.
Var group_effect(ModelBuilder& b, const GlmSettings& settings, const GlmData& data, const GroupTerm& term,
                 Glm& out);

}  // namespace cggibbs
