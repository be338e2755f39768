// Finding the node to blame when a log density is not a number.
#pragma once

#include "graph/model.hpp"

namespace cggibbs {

/// Returns quietly when some proposed value overflowed to infinity (the candidate then has density zero);
/// otherwise throws an Error that names the coordinate, the factor and its arguments.
void explain_nan(const Model& model, const double* values, Coordinate c, double candidate);

}  // namespace cggibbs
