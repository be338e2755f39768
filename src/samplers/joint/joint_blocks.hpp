// What the sampler `gibbs` adds to coordinate kernels: joint draws in their place, and a joint move beside them.
#pragma once

#include "samplers/choose/registry.hpp"

namespace cggibbs {

/// Of these parameters, those whose joint law given all others is known are drawn from it, and elements of arrays that are independent
/// of each other move in step; few of the rest have an AxisBlock beside their kernels.
Blocks make_joint_blocks(const Model& model, const Members& members, const GibbsSettings& settings);

}  // namespace cggibbs
