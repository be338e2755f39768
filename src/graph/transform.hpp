// Maps between a parameter's support and all of R^m, with log Jacobians and their derivatives.
#pragma once

#include <cstddef>

#include "graph/node.hpp"

namespace cggibbs {

// real: x = u. positive: x = exp(u). bounded: x = lower + (upper - lower) inv_logit(u).
// ordered: x[0] = u[0], x[k] = x[k - 1] + exp(u[k]). Simplexes and correlation
// matrices are made of bounded parameters when a model is built.
// Integers have no such map: callers refuse them.

/// u from x in the interior of the support.
void unconstrain(const ParameterNode& parameter, std::size_t m, const double* x, double* u);

/// x from u; returns log |det dx/du|.
double constrain(const ParameterNode& parameter, std::size_t m, const double* u, double* x);

/// The gradient in u of f(x(u)) + log |det dx/du| from the gradient of f in x.
void constrain_gradient(const ParameterNode& parameter, std::size_t m, const double* u, const double* x,
                        const double* dx, double* du);

}  // namespace cggibbs
