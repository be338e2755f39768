// Random covariances for tests.
#pragma once

#include <Eigen/Core>
#include <cmath>

#include "base/rng.hpp"

namespace cggibbs {

/// X' X / rows for rows of independent standard normals.
inline Eigen::MatrixXd random_covariance(Rng& rng, Eigen::Index d, Eigen::Index rows) {
  Eigen::MatrixXd x(rows, d);
  for (Eigen::Index j = 0; j < d; ++j)
    for (Eigen::Index i = 0; i < rows; ++i) x(i, j) = rng.normal();
  return x.transpose() * x / static_cast<double>(rows);
}

/// exp of normals with this standard deviation.
inline Eigen::VectorXd random_scales(Rng& rng, Eigen::Index d, double spread) {
  Eigen::VectorXd s(d);
  for (double& each : s) each = std::exp(spread * rng.normal());
  return s;
}

}  // namespace cggibbs
