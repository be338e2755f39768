// Columns whose coefficients no data can tell apart.
#pragma once

#include "models/glm_priors.hpp"

namespace cggibbs {

/// Throws where columns of coefficients with flat priors (the intercept may be one) depend on each other exactly: the likelihood
/// is constant along a line, and there is no posterior. Names a column and what it is made of. Work is bounded: at most some
/// 1e10 operations, with rows mixed at random where there are many; beyond 1500 such columns only their number is looked at.
void refuse_dependent_columns(const GlmData& data, const GlmPriors& priors);

}  // namespace cggibbs
