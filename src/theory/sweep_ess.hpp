// How many independent draws a sweep of Gibbs sampling on a Gaussian target is worth.
#pragma once

#include <Eigen/Core>

#include "theory/gibbs_matrix.hpp"

namespace cggibbs {

/// Effective draws per sweep of a stationary DUGS chain, exact: one over 1 + 2 times the sum of all autocorrelations.
struct SweepEss {
  Eigen::VectorXd coordinates;  ///< of each coordinate
  double least = 1;             ///< of the worst linear function
};
SweepEss sweep_ess(const WhitenedSweep& target);

/// Autocorrelation of each coordinate at this lag.
Eigen::VectorXd sweep_autocorrelation(const WhitenedSweep& target, int lag);

/// Effective draws per step of a reversible chain with rate r (its operator's norm; chi^2 falls by r^2), at least, of every
/// function: 1 / (1 + 2 r / (1 - r)).
double reversible_ess(double rate);

}  // namespace cggibbs
