// The global scale of a horseshoe, moved against the local scales of its large coefficients.
#pragma once

#include <cstddef>
#include <vector>

#include "base/rng.hpp"
#include "samplers/linear/half_cauchy_scales.hpp"
#include "samplers/linear/part_matrix.hpp"
#include "samplers/linear/plain_rows.hpp"

namespace cggibbs {

/// A horseshoe in the middle of an update: coefficients and scales in the state, the predictor beside it.
struct HorseshoePlace {
  const HorseshoeScales& scales;
  const PartMatrix& a;
  PlainRows& rows;
  double& tau;
  double* lambda;
  double* theta;
  const double* mean;
  double* c2 = nullptr;  ///< null without a slab

  double slab_precision() const { return c2 ? 1 / *c2 : 0; }
  /// All standard deviations grow with tau: c does too.
  GrowthPrior growth() const {
    if (!c2) return {scales.tau_scale};
    return {scales.tau_scale, scales.slab->shape, scales.slab->scale * square(tau) / *c2};
  }
};

/// Of all entries of the columns, zeros included.
double mean_square(const PartMatrix& a);
/// About the size at which a coefficient matters to the data, given that and their row weights.
double coefficient_unit(double mean_square, const std::vector<double>& weights);

/// What counts as large, drawn anew for each move: from a tenth to a thousand times the size at which a coefficient matters.
inline double ridge_size(double unit, Rng& rng) {
  return std::pow(10, 4 * rng.uniform() - 1) * unit;
}

/// tau e^s, where a random set of coefficients stays as it is (lambda_j e^-s) and the others grow with tau (theta_j e^s).
/// The large ones are likely to be in the set: with z = theta_j / size the chance is z^2 / (1 + z^2). The chance of the set is
/// part of the density along s, so the set may depend on coefficients that move. Those that grow feel a slab.
class PartialRidge {
 public:
  /// One move, the likelihood included.
  void move(const HorseshoePlace& at, double size, Rng& rng, Work& work);

  /// theta are coefficients less their means; `slab` the precision of a slab, 0 without one.
  void choose(const double* theta, const double* lambda, double tau, double slab, std::size_t n, double size,
              Rng& rng);

  bool stays(std::size_t j) const { return stays_[j] != 0; }

  /// Log density of s but for the likelihood, up to a constant.
  double log_density(double s, double log_tau, double tau_scale, double lambda_scale) const;

 private:
  std::vector<char> stays_;
  std::vector<double> grows_,
      shift_;  ///< the coefficients that grow, less their means; what they do to the predictor
  std::vector<double> lambda2_;  ///< of those that stay
  std::vector<double> z2_;       ///< of those that grow
  std::vector<double> over_;     ///< (lambda tau / c)^2 of those; empty without a slab
  double slab_squares_ = 0;      ///< sum of (theta / c)^2 of those
};

}  // namespace cggibbs
