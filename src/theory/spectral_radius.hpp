// The largest modulus among the eigenvalues of a matrix that need not be symmetric.
#pragma once

#include <Eigen/Core>
#include <functional>

namespace cggibbs {

struct SpectralRadius {
  double value = 0;
  bool accurate =
      true;  ///< to about 1e-6; large matrices with many eigenvalues of nearly that size may be less so
};

/// Matrices of up to 300 rows are decomposed whole, larger ones projected on Krylov spaces (Arnoldi).
SpectralRadius spectral_radius(const Eigen::MatrixXd& b);

}  // namespace cggibbs
