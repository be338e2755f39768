// A smooth maximum of eigenvalues, its weights on coordinates, and its curvature in the logs of scales.
#pragma once

#include <Eigen/Core>

#include "theory/spectrum_ends.hpp"

namespace cggibbs {

/// log (sum of value^p)^(1/p) for p = `sharpness`: above the log of the largest, and closer to it the larger p is. For the
/// top of S = D R D it is a convex function of x = log diag D (as every norm of sqrt(R) D^2 sqrt(R) is of log-linear terms), with
/// gradient 2 diagonal; for the bottom the gradient is -2 diagonal.
struct SoftEnd {
  double sharpness = 0;
  double log_value = 0;
  double mean = 0;           ///< of the eigenvalues, by weight
  double mean_inverse = 0;   ///< of one over them
  Eigen::VectorXd weights;   ///< of the pairs of the end: value^p, summing to one with the rest
  double rest_weight = 0;    ///< of each of the others
  Eigen::VectorXd diagonal;  ///< of the matrix with these weights as eigenvalues: sums to one
};

SoftEnd soften(const SpectrumEnd& end, double sharpness);

/// Products with the matrix of second derivatives in x. Pairs in which both weights are negligible are left out, and the
/// eigenvalues that an end does not list are taken to be their mean: it is for Newton steps.
class SoftCurvature {
 public:
  SoftCurvature(const SpectrumEnd& end, const SoftEnd& soft);
  Eigen::VectorXd times(const Eigen::VectorXd& z) const;

 private:
  Eigen::MatrixXd active_;  ///< vectors with weight
  Eigen::MatrixXd all_;
  Eigen::MatrixXd pairs_;  ///< active x all
  Eigen::VectorXd diagonal_, gradient_;
  double sharpness_;
};

}  // namespace cggibbs
