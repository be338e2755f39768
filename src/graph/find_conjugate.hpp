// Parameters whose conditional is a gamma, inverse gamma or beta distribution.
#pragma once

#include <vector>

#include "graph/model.hpp"

namespace cggibbs {

/// By node: how the log density depends on one element of a parameter while all else stands still. One of log_linear (a gamma
/// distribution), log_inverse (an inverse gamma) and log_log1m (a beta), where that follows from the forms that distributions say
/// they have; else `other`.
std::vector<DensityForm> find_conjugate(const Model& model);

}  // namespace cggibbs
