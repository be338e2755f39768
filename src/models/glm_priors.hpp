// Which prior each parameter of a GLM has: the user's by name, else the default for its data.
#pragma once

#include <string>
#include <vector>

#include "models/coefficients.hpp"
#include "models/glm_data.hpp"

namespace cggibbs {

struct GlmPriors {
  std::vector<CoefficientBlock> blocks;  ///< every column of the design is in one
  Prior intercept;                       ///< meaningless without one
};

/// Adds what it chose to the lines.
GlmPriors choose_priors(const GlmSettings& settings, const GlmData& data, std::vector<PriorLine>& lines);

/// Of sd(effect|group).
Prior group_scale_prior(const GlmSettings& settings, const GlmData& data);

struct DispersionPrior {
  std::string parameter;
  Prior prior;
};
std::vector<DispersionPrior> dispersion_priors(const GlmSettings& settings, const GlmData& data);

}  // namespace cggibbs
