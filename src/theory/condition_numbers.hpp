// The three condition numbers of a covariance: what makes Hamiltonian and Gibbs sampling slow.
#pragma once

#include "theory/best_scaling.hpp"

namespace cggibbs {

struct ConditionNumbers {
  double kappa = 1;      ///< largest over smallest eigenvalue
  double kappa_cor = 1;  ///< of the correlations: after scaling by marginal standard deviations
  BestScaling r;         ///< kappa_r, over all diagonal scalings: what Gibbs sees
};

/// kappa and kappa_r of a precision matrix are those of its inverse; kappa_cor is not.
ConditionNumbers condition_numbers(const ScaledMatrix& covariance, const ScalingSettings& settings = {});

/// Largest over smallest eigenvalue of the covariance with rows and columns scaled by exp(log_scale - log_sd).
double condition_number(const ScaledMatrix& matrix, const Eigen::VectorXd& log_scale);

}  // namespace cggibbs
