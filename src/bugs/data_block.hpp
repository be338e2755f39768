// The data block: its relations are computed and drawn once, before the model is looked at.
#pragma once

#include <cstdint>

#include "base/named_arrays.hpp"
#include "bugs/ast.hpp"

namespace cggibbs::bugs {

/// The data and what the block makes of them: what it computes, and draws of its stochastic relations where the data have no value.
NamedArrays with_data_block(const Source& source, const Program& program, const NamedArrays& data,
                            std::uint64_t seed);

}  // namespace cggibbs::bugs
