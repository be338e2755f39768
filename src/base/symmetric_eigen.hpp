// Eigenvalues and eigenvectors of symmetric matrices, compiled once: Eigen's solver takes the compiler ten seconds.
#pragma once

#include <Eigen/Core>

namespace cggibbs {

struct SymmetricEigen {
  Eigen::VectorXd values;   ///< ascending
  Eigen::MatrixXd vectors;  ///< a column each; empty where only values were asked for
  bool converged = false;
};

/// Reads the lower triangle of a.
SymmetricEigen symmetric_eigen(const Eigen::MatrixXd& a);
Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& a);

}  // namespace cggibbs
