// The one place where that solver is compiled.
#include "base/symmetric_eigen.hpp"

#include <Eigen/Eigenvalues>

namespace cggibbs {

SymmetricEigen symmetric_eigen(const Eigen::MatrixXd& a) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> e(a);
  return {e.eigenvalues(), e.eigenvectors(), e.info() == Eigen::Success};
}

Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& a) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(a, Eigen::EigenvaluesOnly).eigenvalues();
}

}  // namespace cggibbs
