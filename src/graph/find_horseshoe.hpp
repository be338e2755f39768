// Which prior scales are those of a horseshoe, and what nodes are computed from.
#pragma once

#include <optional>
#include <vector>

#include "graph/structure.hpp"

namespace cggibbs {

/// These nodes and all that they are computed from, in topological order.
std::vector<NodeId> behind(const Model& model, std::vector<NodeId> nodes);

/// Of a part with its prior factor: none when its scales are no horseshoe.
std::optional<HorseshoeScales> find_horseshoe(const Model& model, const GaussianPart& part);

}  // namespace cggibbs
