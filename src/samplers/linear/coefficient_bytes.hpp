// Memory of the blocks that move coefficients, for the bill.
#pragma once

#include "samplers/gibbs.hpp"

namespace cggibbs {

/// Per chain, at its peak in warmup; 0 when coefficients move one at a time.
double coefficient_bytes(const Model& model, const GibbsSettings& settings);

}  // namespace cggibbs
