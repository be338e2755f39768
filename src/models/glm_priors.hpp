// Which prior each parameter of a GLM has: the user's by name, else the default for its data.
#pragma once

#include <string>
#include <vector>

#include "models/coefficients.hpp"
#include "models/glm_data.hpp"
#include "models/irls.hpp"

namespace cggibbs {

struct GlmPriors {
  std::vector<SharedPrior> coefficients;  ///< every column of the design is in one
  Prior intercept;                        ///< meaningless without one
  DispersionRange dispersion = {};        ///< 5% to 95% of its prior
};

/// Adds a line for each.
GlmPriors assign_priors(const GlmSettings& settings, const GlmData& data, std::vector<PriorLine>& lines);

/// An effect of this size on every level would explain all of the spread alone.
double group_effect_size(const GlmData& data, const GroupTerm& term, std::size_t effect);
/// Of sd(effect|group), for an effect of this size.
Prior group_scale_prior(const GlmSettings& settings, const GroupTerm& term, std::size_t effect, double size);
/// Of cor(group).
Prior group_correlation_prior(const GlmSettings& settings, const GroupTerm& term);

struct DispersionPrior {
  Dispersion parameter;
  Prior prior;
};
std::vector<DispersionPrior> dispersion_priors(const GlmSettings& settings, const GlmData& data);

}  // namespace cggibbs
