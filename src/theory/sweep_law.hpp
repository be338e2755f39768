// The exact law of a Gibbs sampler on a Gaussian target after t sweeps.
#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "theory/gibbs_matrix.hpp"

namespace cggibbs {

/// A Gaussian beside the target, in coordinates in which the target is N(0, I): N(mean, I + excess).
struct RelativeLaw {
  Eigen::VectorXd mean;
  Eigen::MatrixXd excess;
};

/// DUGS from a point or from a Gaussian.
class SweepLaw {
 public:
  /// From target mean + offset; the start's covariance is empty for a point.
  SweepLaw(WhitenedSweep target, const Eigen::VectorXd& offset, const Eigen::MatrixXd& covariance = {});

  std::int64_t sweeps() const { return sweeps_; }
  /// By so many sweeps, at the cost of their logarithm.
  void advance(std::int64_t sweeps);

  const RelativeLaw& relative() const { return now_; }
  const Eigen::MatrixXd& factor() const { return target_.factor; }
  /// mu_t - mu and S_t in the coordinates of the target.
  Eigen::VectorXd offset() const;
  Eigen::MatrixXd covariance() const;

 private:
  WhitenedSweep target_;
  RelativeLaw now_;
  std::int64_t sweeps_ = 0;
};

}  // namespace cggibbs
