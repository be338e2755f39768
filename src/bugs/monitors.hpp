// What is recorded with each draw.
#pragma once

#include "bugs/compile.hpp"
#include "bugs/stochastic.hpp"

namespace cggibbs::bugs {

/// Returns notes about monitors that have nothing to record.
std::vector<std::string> set_monitors(const Block& block, const Variables& variables,
                                      const StochasticRelations& stochastic, ModelBuilder& builder,
                                      const std::vector<std::string>& monitors);

std::vector<NodeArray> node_arrays(const Variables& variables, const std::vector<Placed>& placed);

}  // namespace cggibbs::bugs
