// Memory of Hamiltonian blocks, known before they are made.
#pragma once

#include "samplers/gibbs.hpp"

namespace cggibbs {

/// Per chain: gradients, points and trees, and the metric at its largest, which is when a window closes. Zero when no
/// parameter is given to nuts or hmc.
double hamiltonian_bytes(const Model& model, const GibbsSettings& settings);

}  // namespace cggibbs
