// Flat priors under links that let likelihoods level off.
#pragma once

#include <string>
#include <vector>

#include "models/glm_priors.hpp"

namespace cggibbs {

/// A gaussian or student_t response with log or inverse link: far enough out means stop at 0, the likelihood tends to a positive
/// constant, and flat priors leave an infinite mass there. Warns where that is so.
///
/// Along a direction u of the flat coefficients, x_i' u <= 0 in all rows (log link) is enough: the intercept alone, or a column of
/// one sign, is such a direction. With the inverse link all of them are.
void warn_about_flat_links(const GlmData& data, const GlmPriors& priors, std::vector<std::string>& warnings);

}  // namespace cggibbs
