// Both ends of the spectrum of a scaled matrix, with what lies between in one number each.
#pragma once

#include <Eigen/Core>

#include "theory/scaled_matrix.hpp"

namespace cggibbs {

struct SpectrumEnd {
  Eigen::VectorXd values;   ///< descending
  Eigen::MatrixXd vectors;  ///< a column each, orthonormal
  Eigen::Index rest = 0;    ///< how many eigenvalues are left
  double rest_mean = 0;     ///< of these
};

/// The largest eigenvalues of S = D R D, and those of its inverse.
struct SpectrumEnds {
  SpectrumEnd top, bottom;
  double condition() const { return top.values[0] * bottom.values[0]; }
};

/// With the pairs whose eigenvalue, to the power `sharpness`, is not negligible beside the largest. `nearby`, of a scale not far
/// from this one, makes large matrices faster; it may be null.
SpectrumEnds spectrum_ends(const ScaledMatrix& matrix, const Eigen::VectorXd& log_scale, double sharpness,
                           const SpectrumEnds* nearby = nullptr);

/// Sizes up to here are decomposed whole, and up to four times as much where many eigenvalues are close to the extreme ones.
inline constexpr Eigen::Index most_decomposed = 150;

}  // namespace cggibbs
