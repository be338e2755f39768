// The design matrix of a synthetic data set.
#pragma once

#include "base/rng.hpp"
#include "models/simulate.hpp"

namespace cggibbs {

/// Columns of unit variance before zeros are put in; sparse when settings.sparsity is positive.
Matrix simulate_matrix(const SimulateSettings& settings, Rng& rng);

}  // namespace cggibbs
