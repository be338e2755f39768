// Standard deviations of coefficients whose prior is a normal with a random variance.
#pragma once

#include "base/rng.hpp"
#include "graph/state.hpp"
#include "graph/structure.hpp"

namespace cggibbs {

/// Prior means and standard deviations of a part given State::values. Variances of Student t and Laplace priors are drawn
/// from their law given the coefficients, so that the pair (coefficient, variance) is in equilibrium. Flat coefficients
/// have infinite ones, correlated ones those that they have given the others of their event.
void prior_scales(const Model& model, const double* values, const GaussianPart& part, Rng& rng, double* mean,
                  double* sd);

/// Inverse Gaussian with the given mean and shape (Michael, Schucany & Haas 1976).
double draw_inverse_gaussian(Rng& rng, double mean, double shape);

}  // namespace cggibbs
