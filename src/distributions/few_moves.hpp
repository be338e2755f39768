// Moves of a log likelihood along a column of few distinct values.
#pragma once

#include <cmath>
#include <cstddef>

#include "kernels/few_values.hpp"

namespace cggibbs {

/// What moves along a column of few values start from: enough to evaluate one without an exponential per row.
struct FewMoves {
  kernels::FewValues x;
  double largest = 0;                          ///< size of a value
  double reach = 0;                            ///< the largest size of a location
  double slope = 0;                            ///< of the part of the sum that is linear in the move
  double mass[kernels::FewValues::most] = {};  ///< sums over the rows at rest: one, or one per value

  FewMoves() = default;
  explicit FewMoves(const kernels::FewValues& column) : x(column) {
    for (std::size_t c = 0; c < x.count; ++c) largest = std::fmax(largest, std::abs(x.values[c]));
  }
  /// The largest change of a location.
  double farthest(std::size_t count, const double* deltas) const {
    double delta = 0;
    for (std::size_t k = 0; k < count; ++k) delta = std::fmax(delta, std::abs(deltas[k]));
    return delta * largest;
  }
};

/// The changes slope * delta - sum_c mass[c] (exp(sign * delta * value c) - 1); false where one of them goes too far.
bool move_masses(const FewMoves& w, double sign, std::size_t count, const double* deltas, double* out);

}  // namespace cggibbs
