// Derivatives of the elementwise functions, pushed back from outputs to inputs.
#pragma once

#include "graph/map_op.hpp"

namespace cggibbs {

/// Adds adjoint[i] * d out[i] / d a[k][i] to into[k][i] (to into[k][0] where the input is a scalar) for each k
/// whose into is not null. `out` holds the values that apply() computed. At a kink one of the two slopes is used.
void add_adjoint(MapOp op, std::size_t n, const ArgView* a, std::size_t count, const double* out,
                 const double* adjoint, double* const* into);

}  // namespace cggibbs
