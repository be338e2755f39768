// Draws that several distributions are built from.
#pragma once

#include "base/rng.hpp"

namespace cggibbs {

/// The logarithm of a gamma(shape, 1) draw: with a tiny shape the draw underflows, its logarithm does not.
double draw_log_gamma(Rng&, double shape);

// Counts for any mean, as doubles; 0 for a mean that is not positive, NaN for NaN.
double draw_poisson(Rng&, double mean);
double draw_binomial(Rng&, double n, double p);

}  // namespace cggibbs
