// Memory of a Hamiltonian block, known before it is made.
#pragma once

#include <vector>

#include "graph/model.hpp"
#include "samplers/hamiltonian/hamiltonian_settings.hpp"

namespace cggibbs {

/// Gradients, points and trees, and the metric at its largest, which is when a window closes.
double hamiltonian_bytes(const Model& model, const std::vector<NodeId>& members,
                         const HamiltonianSettings& settings);

}  // namespace cggibbs
