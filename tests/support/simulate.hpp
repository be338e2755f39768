// Draws of parameters from a model's priors and of data from its likelihood, for any model whose factors have
// parameters, invertible linear maps of one parameter, or data as variates, numbers or normal vectors.
#pragma once

#include <vector>

#include "base/rng.hpp"
#include "graph/state.hpp"

namespace cggibbs::test {

/// The variate of every factor but those of data: a point of the model that does not depend on the coordinates
/// it is sampled in.
using Variates = std::vector<std::vector<double>>;

/// Draws all parameters, ancestors first, into the state.
void draw_prior(const Model& model, State& state, Rng& rng);
Variates read_variates(const Model& model, const State& state);
/// Sets the parameters so that the variates are these.
void place(const Model& model, State& state, const Variates& variates);

/// The one factor whose variate is data.
std::size_t likelihood_of(const Model& model);
/// Data given the parameters.
std::vector<double> draw_data(const Model& model, const State& state, Rng& rng);

}  // namespace cggibbs::test
