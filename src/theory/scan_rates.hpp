// Geometric rates of Gibbs sampling on a Gaussian target, for three scans, and the bound by its condition number.
#pragma once

#include <Eigen/Core>

#include "theory/best_scaling.hpp"
#include "theory/permutation_scan.hpp"
#include "theory/sign_condition.hpp"
#include "theory/spectral_radius.hpp"

namespace cggibbs {

struct ScanRates {
  SpectralRadius dugs;   ///< rho(B), per sweep in a fixed order
  double rsgs = 0;       ///< over d updates of random coordinates: ((d - 1 + lambda_max(A)) / d)^d
  PermutationRate rpgs;  ///< per sweep in a fresh random order
  BestScaling kappa_r;
  SignCondition sign;
  /// exp(-1 / kappa_r): at least rsgs always, and at least rho(B) where the sign condition holds, perhaps after flips.
  double bound = 0;
};

/// Throws Error unless it is a precision matrix.
ScanRates scan_rates(const Eigen::MatrixXd& precision, const ScalingSettings& settings = {});

/// Of RSGS alone.
double random_scan_rate(const Eigen::MatrixXd& precision);

}  // namespace cggibbs
