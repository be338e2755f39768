// Extreme eigenvalues under three scalings.
#include "theory/condition_numbers.hpp"

#include <algorithm>

#include "theory/spectrum_ends.hpp"

namespace cggibbs {

double condition_number(const ScaledMatrix& matrix, const Eigen::VectorXd& log_scale) {
  return spectrum_ends(matrix, log_scale).condition();
}

ConditionNumbers condition_numbers(const ScaledMatrix& covariance, const ScalingSettings& settings) {
  ConditionNumbers out;
  out.kappa = condition_number(covariance, covariance.log_sd());
  out.kappa_cor = condition_number(covariance, Eigen::VectorXd::Zero(covariance.size()));
  out.r = best_scaling(covariance, settings);
  // These are scalings too.
  if (out.kappa < out.r.upper) {
    out.r.upper = std::max(out.kappa, out.r.lower);
    out.r.scale.setOnes();
  }
  if (out.kappa_cor < out.r.upper) {
    out.r.upper = std::max(out.kappa_cor, out.r.lower);
    out.r.scale = (-covariance.log_sd()).array().exp();
  }
  return out;
}

}  // namespace cggibbs
