// The categorical distribution on 1..K, by nonnegative weights that need not sum to one.
#pragma once

#include <span>

#include "distributions/distribution.hpp"

namespace cggibbs::categorical {

// Categories count from 1, as in BUGS and R. Weights with a negative, NaN or infinite element, or with sum 0,
// are invalid.

double log_density(double x, std::span<const double> weights);

/// First and second derivative of log_density by each weight.
void partials(double x, std::span<const double> weights, std::span<double> first, std::span<double> second);

double draw(Rng&, std::span<const double> weights);

inline Support support(std::span<const double> weights) {
  return {.lower = 1, .upper = static_cast<double>(weights.size()), .discrete = true};
}

}  // namespace cggibbs::categorical
