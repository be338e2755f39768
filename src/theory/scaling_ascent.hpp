// The lower bound of theory/scaling_bound.hpp, raised step by step until its scale proves that there is nothing above it.
#pragma once

#include <Eigen/Core>

#include "theory/scaled_matrix.hpp"

namespace cggibbs {

/// For a correlation matrix R, two matrices Y and Z whose rows have the same lengths, with tr(Z'RZ) = 1. The bound is tr(Y'RY).
/// - Y given: each row of Y turns to that of R Y. The bound is convex in Y, so that this never lowers it.
/// - Z given: with W' W = R^-1 and Z = W' T, |T| = 1, the bound is convex in T, and its slope leads to Z = R^-1 diag(g) (rows of Z
///   divided by their lengths), g the lengths of the rows of R Y. This never lowers it either.
/// Where nothing changes, R Y = E Y and R Z = E Z / bound with one diagonal E: the scale E^(-1/2) has the bound as its condition
/// number, if these are the extreme eigenvalues, and both are kappa_r. Before, each equation has its own E, and the scale is taken
/// between the two. Rows of sqrt(2d) numbers suffice for the best bound (Barvinok 1995, Pataki 1998). Steps do not depend on units.
/// Nesterov's momentum, given up whenever the bound falls, saves most of them.
class ScalingAscent {
 public:
  explicit ScalingAscent(const ScaledMatrix& matrix);

  void step();

  const Eigen::MatrixXd& y() const { return y_; }
  const Eigen::MatrixXd& z() const { return z_; }
  /// log of the scale E^(-1/2).
  const Eigen::VectorXd& log_scale() const { return log_scale_; }
  /// Multiplications in a step.
  double work() const;

 private:
  void normalize();
  void look();

  const ScaledMatrix& r_;
  Eigen::MatrixXd y_, z_;
  Eigen::MatrixXd ry_, rz_;          ///< R Y, R Z
  Eigen::VectorXd pulls_, lengths_;  ///< of the rows of R Y, and of Y and Z
  Eigen::MatrixXd y_before_, z_before_, rz_before_;
  Eigen::VectorXd log_scale_;
  double bound_ = 0, bound_before_ = 0;  ///< but for rounding
  double momentum_ = 1;
};

}  // namespace cggibbs
