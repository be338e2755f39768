// Data that a program has no use for.
#pragma once

#include <string>
#include <vector>

#include "base/named_arrays.hpp"
#include "bugs/ast.hpp"

namespace cggibbs::bugs {

/// Notes that name the data that stand nowhere in the program, with what may have been meant. `Y` for `y` would
/// otherwise be draws from the prior, without a word.
std::vector<std::string> idle_data(const Program& program, const NamedArrays& data);

}  // namespace cggibbs::bugs
