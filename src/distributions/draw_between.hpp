// Draws from a distribution of numbers that is cut at both sides.
#pragma once

#include "base/rng.hpp"
#include "distributions/distribution.hpp"

namespace cggibbs {

/// From a continuous distribution that has a distribution function, between ends that may be infinite: drawn until it fits, and where that is
/// hardly ever, from the tail. Not between the ends where even the density there is beyond the range of doubles.
double draw_between(const Distribution& d, const double* parameters, double lower, double upper, Rng& rng);

/// From any distribution of numbers, both ends included. NaN where it has nothing between them, or nothing that can be found.
double draw_cut(const Distribution& d, const double* parameters, double lower, double upper, Rng& rng);

}  // namespace cggibbs
