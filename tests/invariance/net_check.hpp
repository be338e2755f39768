// The check of one cell of the net, shared by the samplers that must pass it and the mutants that must not.
#pragma once

#include "invariance/invariance.hpp"
#include "support/net_cases.hpp"
#include "support/net_samplers.hpp"

namespace cggibbs::test {

/// Correct samplers stay above these p values in all but one of a hundred seeds: 120 rows in the quick net, 1000 in the
/// long one.
inline constexpr int quick_replicates = 400;
inline constexpr double smallest_quick_p = 1e-4;
inline constexpr int long_replicates = 1500;
inline constexpr double smallest_long_p = 1e-5;

/// Draws of a prior that is far from all data (beta responses of 0 and 1 in double precision) cannot be used; so many must be left.
inline constexpr int fewest_usable = 40;

/// The step is made once per replicate: warmed_sweeps makes three sweeps of it.
inline Outcome net_outcome(const NetCell& cell, const Step& step, int replicates) {
  return invariance(net_case(cell), step, replicates, 1, 1);
}

}  // namespace cggibbs::test
