// kappa_r, the smallest condition number under diagonal scalings, between two proven bounds.
#pragma once

#include <Eigen/Core>

#include "theory/scaled_matrix.hpp"

namespace cggibbs {

struct ScalingSettings {
  double gap = 1e-3;     ///< upper / lower - 1 to be reached
  int most_steps = 200;  ///< of Newton's method: the gap may be larger after these
};

struct BestScaling {
  double lower = 1, upper = 1;  ///< kappa_r lies between
  Eigen::VectorXd scale;        ///< the covariance with rows and columns scaled by it has condition `upper`
  int steps = 0;
};

/// The log of the condition number is convex in the logs of the scales. A smooth form of it is minimised by Newton steps, ever
/// sharper; the smooth form's weights prove a lower bound (theory/scaling_bound.hpp). For 2000 coordinates some
/// dozens of seconds, for 100 some hundredths.
BestScaling best_scaling(const ScaledMatrix& matrix, const ScalingSettings& settings = {});

}  // namespace cggibbs
