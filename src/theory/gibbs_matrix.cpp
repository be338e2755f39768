// Triangular solves.
#include "theory/gibbs_matrix.hpp"

#include <Eigen/Cholesky>

#include "theory/scaled_matrix.hpp"

namespace cggibbs {

using Eigen::MatrixXd;

MatrixXd sweep_matrix(const MatrixXd& precision) {
  MatrixXd b = -precision;
  b.triangularView<Eigen::Lower>().setZero();
  precision.triangularView<Eigen::Lower>().solveInPlace(b);
  return b;
}

WhitenedSweep whitened_sweep(const MatrixXd& precision) {
  const ScaledMatrix scaled(precision, "the precision matrix");
  WhitenedSweep out;
  out.factor =
      Eigen::LLT<MatrixXd>(scaled.precision()).matrixL();  // the inverse of a precision is the covariance
  out.sweep = sweep_matrix(precision) * out.factor.triangularView<Eigen::Lower>();
  out.factor.triangularView<Eigen::Lower>().solveInPlace(out.sweep);
  return out;
}

}  // namespace cggibbs
