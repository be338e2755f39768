// A search for values at which every factor has positive density.
#pragma once

#include "base/rng.hpp"
#include "graph/state.hpp"

namespace cggibbs {

/// Moves single parameters of a recomputed state, by steps of all sizes and as little as needed, for as long as the number
/// of rows without density falls. For models whose means leave their range under random starts: an intercept, if there is
/// one, lifts all rows at once. Returns whether the density is positive at the end.
bool search_feasible(const Model& model, State& state, Rng& rng);

}  // namespace cggibbs
