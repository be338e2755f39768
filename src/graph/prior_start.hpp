// Starts in the middle of the priors, for models that no start near zero fits.
#pragma once

#include "base/rng.hpp"
#include "graph/state.hpp"

namespace cggibbs {

/// Every element of a parameter that has a distribution of its own, and is outside its middle half, goes near its median; what
/// priors are made of goes first. Elements with start values of their own stay, and those of priors that say nothing of
/// the scale (gamma(0.001, 0.001)). Then the state is recomputed.
void start_from_priors(const Model& model, State& state, Rng& rng);

}  // namespace cggibbs
