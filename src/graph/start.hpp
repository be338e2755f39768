// Random starting points inside the supports.
#pragma once

#include "base/rng.hpp"
#include "graph/state.hpp"

namespace cggibbs {

/// Sets every parameter: its own start values where the model has them, else uniform on (-spread, spread) on
/// the unconstrained scale (log for positive, logit for bounded). Then recomputes the state.
void draw_start(const Model& model, State& state, Rng& rng, double spread = 2);

/// Tries up to `tries` starts, each with half the spread of the one before after the first ten, then searches
/// (feasible.hpp), at last from the middle of the priors (prior_start.hpp); throws an Error that names the factor and row without
/// density when none has positive finite density.
void draw_valid_start(const Model& model, State& state, Rng& rng, int tries = 100);

}  // namespace cggibbs
