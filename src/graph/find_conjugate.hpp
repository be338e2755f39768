// Parameters whose conditional is a normal, gamma, inverse gamma or beta distribution.
#pragma once

#include <vector>

#include "graph/model.hpp"

namespace cggibbs {

/// By node: how the log density depends on one element of a parameter while all else stands still. One of quadratic (a normal
/// distribution, cut at the bounds of the support), log_linear (a gamma), log_inverse (an inverse gamma) and log_log1m (a beta), where that follows from the forms that distributions say
/// they have; else `other`.
std::vector<DensityForm> find_conjugate(const Model& model);

/// Jointly normal given all else: real, and read only through sums, products with what stands still and gathers by arguments in
/// which densities are quadratic. Not followed further than so many readings.
bool are_quadratic(const Model& model, const std::vector<NodeId>& parameters, std::size_t most_readings = 64);

}  // namespace cggibbs
