// Tolerances by name, each with its reason.
#pragma once

namespace cggibbs::tol {

/// A sum repaired by deltas against its recomputation, relative to 1 + |value|. Each repair adds at most one
/// rounding (1.1e-16 relative); between two refreshes at most 1e6 moves touch an element, and errors add like
/// a random walk.
inline constexpr double cached_sum = 1e-10;

/// A block's predictor against that of the coefficients it wrote, relative to 1 + |value|. Blocks with changing scales have been seen at
/// 1e-5 on gene expressions, where scales differ by ten orders of magnitude; lost axes show as 0.01 and more.
inline constexpr double block_predictor = 1e-3;

/// The cached total log density against a recomputation from scratch, relative to 1 + |value|.
inline constexpr double log_density = 1e-8;

}  // namespace cggibbs::tol
