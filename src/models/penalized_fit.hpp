// The penalized fit of a GLM: where its rotation comes from, and what shows that flat priors are not enough.
#pragma once

#include <string>
#include <vector>

#include "models/glm_priors.hpp"
#include "models/rotation.hpp"

namespace cggibbs {

/// Whether coefficients are to be rotated; throws where that was asked for and cannot be.
bool wants_rotation(const GlmSettings& settings, const GlmData& data, const GlmPriors& priors);

/// Intercept and predictors side by side.
DenseMatrix full_design(const GlmData& data);

/// `full` is full_design(data). Warns of flat priors where the data are silent.
Rotation penalized_fit(const GlmData& data, const GlmPriors& priors, const DenseMatrix& full,
                       std::vector<std::string>& warnings);

/// Where chains of a model without rotation start: intercept first, then a number for each column. Zero coefficients and
/// the level of the response, unless the linear predictor would leave its range: then a feasible fit.
std::vector<double> starting_point(const GlmData& data, const GlmPriors& priors);

/// The same warnings for a model that needs no rotation.
void warn_about_flat(const GlmData& data, const GlmPriors& priors, std::vector<std::string>& warnings);

}  // namespace cggibbs
