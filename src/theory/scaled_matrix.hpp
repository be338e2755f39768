// A covariance matrix as correlations and standard deviations, and products with it and its inverse under any scaling.
#pragma once

#include <Eigen/Core>
#include <string>

namespace cggibbs {

/// D R D, where R has ones on its diagonal and D = diag(exp(log_scale)) is given with each product. Scaling first makes all that
/// follows as exact for parameters in mixed units as for others.
class ScaledMatrix {
 public:
  /// Throws Error, which calls the matrix `name`, unless it is square, finite, symmetric and positive definite.
  explicit ScaledMatrix(const Eigen::MatrixXd& covariance, const std::string& name = "the matrix");

  Eigen::Index size() const { return correlations_.rows(); }
  const Eigen::MatrixXd& correlations() const { return correlations_; }
  /// log of the standard deviations: this scale gives the covariance back.
  const Eigen::VectorXd& log_sd() const { return log_sd_; }
  /// R^-1 b
  Eigen::MatrixXd solve(Eigen::MatrixXd b) const;
  Eigen::MatrixXd precision() const { return scaled_inverse(log_sd_); }

  Eigen::MatrixXd scaled_inverse(const Eigen::VectorXd& log_scale) const;
  Eigen::MatrixXd scaled(const Eigen::VectorXd& log_scale) const;
  Eigen::VectorXd times(const Eigen::VectorXd& log_scale, const Eigen::VectorXd& v) const;
  Eigen::VectorXd inverse_times(const Eigen::VectorXd& log_scale, const Eigen::VectorXd& v) const;

 private:
  Eigen::MatrixXd correlations_;
  Eigen::MatrixXd factor_;  ///< L, lower triangular: L L' = R
  Eigen::VectorXd log_sd_;
};

}  // namespace cggibbs
