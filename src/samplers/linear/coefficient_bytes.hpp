// Memory of the blocks that move coefficients, for the bill.
#pragma once

#include "graph/model.hpp"

namespace cggibbs {

/// Per chain, at its peak in warmup; 0 where there are no coefficients to move.
double newton_bytes(const Model& model);
double gaussian_block_bytes(const Model& model);

}  // namespace cggibbs
