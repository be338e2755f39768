// Parameters that the data say nothing about but by way of what they are drawn from: drawn from it once a sweep is over.
#pragma once

#include "base/rng.hpp"
#include "graph/state.hpp"

namespace cggibbs {

/// Moves the factors of such parameters from draft.factors to draft.forward: predictions, missing responses, causes without
/// observed effects. Others are then sampled from a density in which these have been integrated out, which they would
/// otherwise hold back. Of parameters that are marked as whole alone, whose distributions do not depend on
/// themselves, and none where no other would be left.
void take_forward(Draft& draft);

/// The nodes that `factors` draw, and those that are `late` (by node: computed for records only) on the way to them, each after what
/// it is computed or drawn from.
std::vector<ForwardStep> order_forward(const std::vector<Node>& nodes, const std::vector<Factor>& factors,
                                       const std::vector<bool>& late);

/// All of them, each given those before it. What a record() of the state reads of them is from here.
void draw_forward(const Model& model, State& state, Rng& rng, std::vector<double>& scratch);

}  // namespace cggibbs
