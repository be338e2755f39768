// What the sampler `gibbs` adds to coordinate kernels: joint draws in their place, and a joint move beside them.
#pragma once

#include "samplers/choose/registry.hpp"

namespace cggibbs {

/// Of these parameters, those whose joint law given all others is known are drawn from it; few of the rest have an AxisBlock beside
/// their coordinate kernels.
Blocks make_joint_blocks(const Model& model, const Members& members);

}  // namespace cggibbs
