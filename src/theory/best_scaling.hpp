// kappa_r, the smallest condition number under diagonal scalings, between two proven bounds.
#pragma once

#include <Eigen/Core>
#include <functional>

#include "theory/scaled_matrix.hpp"

namespace cggibbs {

struct ScalingSettings {
  double gap = 1e-3;        ///< upper / lower - 1 to be reached
  int most_steps = 20'000;  ///< the gap may be larger after these,
  double most_work = 4e11;  ///< or after so many multiplications: a minute or two
  /// Told now and then: multiplications so far, and the bounds.
  std::function<void(double work, double lower, double upper)> progress = {};
};

struct BestScaling {
  double lower = 1, upper = 1;  ///< kappa_r lies between
  Eigen::VectorXd scale;        ///< the covariance with rows and columns scaled by it has condition `upper`
  int steps = 0;
  double work = 0;  ///< multiplications
};

/// Always ends, with bounds further apart than asked where steps, work or digits did not suffice. How it works stands in
/// theory/scaling_ascent.hpp; what proves the lower bound, in theory/scaling_bound.hpp.
BestScaling best_scaling(const ScaledMatrix& matrix, const ScalingSettings& settings = {});

}  // namespace cggibbs
