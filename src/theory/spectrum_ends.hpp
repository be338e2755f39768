// The largest and the smallest eigenvalue of a scaled matrix.
#pragma once

#include <Eigen/Core>

#include "theory/scaled_matrix.hpp"

namespace cggibbs {

struct SpectrumEnds {
  double largest = 1, smallest = 1;
  double condition() const { return largest / smallest; }
};

/// Vectors that are nearly those of the ends, or empty.
struct NearEnds {
  Eigen::VectorXd top = {}, bottom = {};
};

/// Of S = D R D, D = exp(log_scale). Sizes up to `most_decomposed` are decomposed whole; the ends of larger ones come from Lanczos'
/// method, inside the true ones, with residuals of `accuracy`.
SpectrumEnds spectrum_ends(const ScaledMatrix& matrix, const Eigen::VectorXd& log_scale,
                           double accuracy = 1e-5, const NearEnds& near = {});

inline constexpr Eigen::Index most_decomposed = 150;

}  // namespace cggibbs
