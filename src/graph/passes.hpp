// Rewrites that run once when a model is built.
#pragma once

#include "graph/node.hpp"

namespace cggibbs {

/// Sums and products of parameters with constants collapse into linear nodes, however they were written;
/// constant expressions become data. Returns the number of terms it looked at.
std::size_t fold_affine(Draft& draft);

/// normal(x, mu, a * s) with an array a and a scalar s becomes normal_scaled(x, mu, a, s), which has
/// statistics for s.
void split_scales(Draft& draft);

/// Rows of a Bernoulli, binomial or Poisson likelihood with the same predictor become one row with their counts, where
/// that leaves much fewer. Wants a pruned draft, leaves data that nothing needs, and returns the number of entries it
/// looked at.
std::size_t merge_rows(Draft& draft);

/// Marks the factors whose scalar arguments get O(1) conditionals from cached statistics.
void mark_statistics(Draft& draft);

/// Drops nodes that no factor, no output and no parameter needs.
void prune(Draft& draft);

}  // namespace cggibbs
