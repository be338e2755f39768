// Powers of the sweep by squaring.
#include "theory/sweep_law.hpp"

#include <utility>

namespace cggibbs {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

SweepLaw::SweepLaw(WhitenedSweep target, const VectorXd& offset, const MatrixXd& covariance)
    : target_(std::move(target)) {
  const auto c = target_.factor.triangularView<Eigen::Lower>();
  const Index d = offset.size();
  now_.mean = c.solve(offset);
  now_.excess = -MatrixXd::Identity(d, d);
  if (covariance.size() == 0) return;
  MatrixXd half = c.solve(covariance);
  half.transposeInPlace();
  now_.excess += c.solve(half);
}

void SweepLaw::advance(std::int64_t sweeps) {
  sweeps_ += sweeps;
  MatrixXd power = target_.sweep;
  for (std::int64_t left = sweeps; left > 0; left /= 2) {
    if (left % 2 == 1) {
      now_.mean = (power * now_.mean).eval();
      now_.excess = (power * now_.excess * power.transpose()).eval();
    }
    if (left > 1) power = (power * power).eval();
  }
  now_.excess = (0.5 * (now_.excess + now_.excess.transpose())).eval();
}

VectorXd SweepLaw::offset() const {
  return target_.factor.triangularView<Eigen::Lower>() * now_.mean;
}

MatrixXd SweepLaw::covariance() const {
  const Index d = now_.mean.size();
  return target_.factor * (MatrixXd::Identity(d, d) + now_.excess) * target_.factor.transpose();
}

}  // namespace cggibbs
