// Condition numbers of a posterior's covariance, estimated from draws: what makes Gibbs or Hamiltonian sampling slow.
#pragma once

#include <cstddef>
#include <span>

namespace cggibbs {

struct ConditionNumbers {
  double kappa = 0;      ///< of the covariance as it is
  double kappa_cor = 0;  ///< of the correlations: after scaling by marginal standard deviations
  double kappa_r =
      0;  ///< smallest found over diagonal scalings (an upper bound of the infimum): what Gibbs sees
  double shrinkage = 0;  ///< weight of the identity in the estimate of the correlations, 0 to 1
  bool rough = false;    ///< draws were too few for the dimension: read them as orders of magnitude
};

/// draws holds d columns of n nearly independent draws each. Columns that never change are left out, and
/// so are those that are sums of earlier ones. With fewer than five draws per dimension correlations are shrunk
/// towards the identity as far as their noise demands (Ledoit and Wolf 2004).
ConditionNumbers condition_numbers(std::size_t n, std::size_t d, std::span<const double> draws);

}  // namespace cggibbs
