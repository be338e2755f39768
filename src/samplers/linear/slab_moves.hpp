// The global scale and the slab of a regularized horseshoe, given the coefficients and with the standardized ones held.
#pragma once

#include <vector>

#include "samplers/linear/partial_ridge.hpp"

namespace cggibbs {

/// Which scale moves, by e^s: all others are held.
enum class Moving { tau, c };

class SlabMoves {
 public:
  /// Either scale both ways. No step is longer than `reach` on the log scale.
  void move(const HorseshoePlace& at, double reach, Rng& rng, Work& work);

  /// For these x, coefficients less their means.
  void read(const double* x, const double* lambda, double tau, double c2, std::size_t n);
  /// Log density of s with the coefficients held, up to a constant.
  double log_given(Moving moving, double s, const HorseshoeScales& scales, double tau, double c2) const;
  /// The prior of the scale alone: that of s with the standardized coefficients held, but for the likelihood.
  static double log_prior(Moving moving, double s, const HorseshoeScales& scales, double tau, double c2);
  /// What the standard deviation of coefficient j grows by.
  double growth(Moving moving, std::size_t j, double s) const;

 private:
  void move_given(Moving moving, const HorseshoePlace& at, double reach, Rng& rng);
  void stretch(Moving moving, const HorseshoePlace& at, double reach, Rng& rng, Work& work);

  std::vector<double> x_, over_;           ///< coefficients less their means; (lambda tau / c)^2
  double squares_ = 0, slab_squares_ = 0;  ///< sums of (x / (lambda tau))^2 and (x / c)^2
  std::vector<double> step_, shift_;
};

}  // namespace cggibbs
