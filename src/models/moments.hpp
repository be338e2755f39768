// Weighted means and spreads of numbers and of columns: what default priors are measured by.
#pragma once

#include <cggibbs/matrix.hpp>
#include <span>
#include <vector>

namespace cggibbs {

struct WeightedMoments {
  double mean = 0;
  double sd = 0;   ///< exactly 0 for a constant
  double rms = 0;  ///< around zero
};

/// A weight of 2 counts like the number twice and 0 like its absence; no weights: all one. The sd has W - 1 in its
/// denominator, W the sum of the weights, but at least W / 2.
WeightedMoments weighted_moments(std::span<const double> values, std::span<const double> weights = {});

std::vector<WeightedMoments> column_moments(const Matrix& x, std::span<const double> weights = {});

}  // namespace cggibbs
