// The global scale of a horseshoe, moved against the local scales of its large coefficients.
#pragma once

#include <cstddef>
#include <vector>

#include "base/rng.hpp"

namespace cggibbs {

/// tau e^s, where a random set of coefficients stays as it is (lambda_j e^-s) and the others grow with tau (theta_j e^s).
/// The large ones are likely to be in the set: with z = theta_j / size the chance is z^2 / (1 + z^2). The chance of the set is
/// part of the density along s, so the set may depend on coefficients that move.
class PartialRidge {
 public:
  /// theta are coefficients less their means.
  void choose(const double* theta, const double* lambda, std::size_t n, double size, Rng& rng);

  bool stays(std::size_t j) const { return stays_[j] != 0; }

  /// Log density of s but for the likelihood, up to a constant.
  double log_density(double s, double log_tau, double tau_scale, double lambda_scale) const;

 private:
  std::vector<char> stays_;
  std::vector<double> lambda2_;  ///< of those that stay
  std::vector<double> z2_;       ///< of those that grow
};

}  // namespace cggibbs
