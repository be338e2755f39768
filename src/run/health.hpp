// What chains know about how well they ran.
#pragma once

#include <memory>
#include <vector>

#include "diagnostics/worst.hpp"
#include "run/chain.hpp"

namespace cggibbs {

struct RunHealth {
  double drift = 0, block_drift = 0;  ///< the largest of all chains: of cached sums, of what blocks wrote
  double accept = 1;                  ///< share of proposals, mean over chains
  std::vector<HamiltonianTally> hamiltonian;  ///< by chain; empty when no block follows trajectories
};

RunHealth health_of(const std::vector<std::unique_ptr<Chain>>& chains);

/// How many of the quantities mix too slowly.
struct Mixing {
  static constexpr double highest_rhat = 1.01;
  double enough;  ///< effective draws that are wanted of each quantity
  std::size_t quantities = 0, high_rhat = 0, low_ess = 0;
  double max_error = 0;  ///< largest Monte Carlo error of a mean, in units of the sd
  Worst worst;

  /// Wants 100 effective draws per chain.
  explicit Mixing(std::size_t chains = 4) : enough(100.0 * static_cast<double>(chains)) {}
  void add(const Summary& s);
};

}  // namespace cggibbs
