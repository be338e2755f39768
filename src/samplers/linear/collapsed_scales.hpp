// How a regularized horseshoe divides its variance between global scale and slab, with the coefficients integrated out.
#pragma once

#include <vector>

#include "samplers/linear/reduced_design.hpp"
#include "samplers/linear/slab_moves.hpp"

namespace cggibbs {

/// With more coefficients than rows. What they do to the predictor, b = A x, is normal with covariance A D^2 A', which says less
/// of tau and c than the many coefficients do. tau / c moves with b held and with the sum of variances of b held, which b does
/// tell. Who moves here draws the coefficients anew given b.
class CollapsedScales {
 public:
  /// The design has no coefficients without a prior.
  explicit CollapsedScales(const ReducedDesign& a);

  /// For coefficients x less their means. No step of log(tau / c) is longer than `reach`.
  void move(const HorseshoePlace& at, const double* x, double reach, Rng& rng, Work& work);

  /// Of `shift` for these standard deviations, up to a constant. -inf where digits are lost.
  double log_density(const std::vector<double>& sd, const double* shift, Work& work);

 private:
  const ReducedDesign& a_;
  std::vector<double> lengths_;  ///< squared, of the columns
  std::vector<int> rows_;        ///< as many as the rank of A, which say it all
  Work2D gram_, factor_, buffer_;
  std::vector<double> shift_, sd_, solved_;
};

}  // namespace cggibbs
