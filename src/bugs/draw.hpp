// Drawing what a stochastic relation says, given numbers.
#pragma once

#include "base/rng.hpp"
#include "bugs/placement.hpp"

namespace cggibbs::bugs {

/// In these rows, where no value is known yet. Its parameters are numbers.
void draw(const Evaluator& evaluator, Placed& placed, const Places& rows, Rng& rng);

}  // namespace cggibbs::bugs
