// Group effects of a GLM on the graph, independent or correlated.
#pragma once

#include <cggibbs/model.hpp>
#include <vector>

#include "models/glm_priors.hpp"

namespace cggibbs {

/// What the effects of one term such as (1 + x|group) add to the linear predictor. Each has a scale; adds the priors of these
/// and of the correlations to the lines.
///
/// Independent effects are a parameter each, one value per level. Correlated ones are a single parameter, the effects of a
/// level side by side, and rows of a multi_normal_cholesky with mean 0 and factor diag(sd) L.
Var group_effect(ModelBuilder& b, const GlmSettings& settings, const GlmData& data, const GroupTerm& term,
                 std::vector<PriorLine>& lines);

/// What the parameters that hold the effects of a term are called.
std::vector<std::string> effect_parameters(const GroupTerm& term);

}  // namespace cggibbs
