// In coordinates in which the target is N(0, I) the autocovariance at lag t is G^t, and sums of these are a resolvent.
#include "theory/sweep_ess.hpp"

#include <Eigen/LU>

#include "base/symmetric_eigen.hpp"

namespace cggibbs {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

SweepEss sweep_ess(const WhitenedSweep& target) {
  const Index d = target.sweep.rows();
  const MatrixXd identity = MatrixXd::Identity(d, d);
  const MatrixXd resolvent = (identity - target.sweep).partialPivLu().solve(target.sweep);
  const MatrixXd time = identity + resolvent + resolvent.transpose();
  SweepEss out;
  out.least = 1 / symmetric_eigenvalues(time)[d - 1];
  const MatrixXd& c = target.factor;
  out.coordinates = c.cwiseAbs2().rowwise().sum().cwiseQuotient(c.cwiseProduct(c * time).rowwise().sum());
  return out;
}

VectorXd sweep_autocorrelation(const WhitenedSweep& target, int lag) {
  MatrixXd moved = target.factor;
  for (int t = 0; t < lag; ++t) moved = (moved * target.sweep.transpose()).eval();
  return target.factor.cwiseProduct(moved).rowwise().sum().cwiseQuotient(
      target.factor.cwiseAbs2().rowwise().sum());
}

double reversible_ess(double rate) {
  return (1 - rate) / (1 + rate);
}

}  // namespace cggibbs
