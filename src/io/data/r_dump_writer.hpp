// Arrays as R's dump() writes them.
#pragma once

#include <string>

#include "base/named_arrays.hpp"

namespace cggibbs {

/// What parse_r_dump reads back exactly, and R's source() too.
std::string r_dump(const NamedArrays& arrays);

}  // namespace cggibbs
