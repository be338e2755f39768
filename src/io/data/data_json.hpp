// Data as CmdStan has them: one JSON object of numbers and nested arrays.
#pragma once

#include <string>
#include <string_view>

#include "io/data/data_file.hpp"

namespace cggibbs {

/// The outermost brackets are the first index, so a matrix is a list of its rows. "NaN", "+inf" and "-inf" are numbers, null is
/// NA, true and false are 1 and 0, [] is an array without elements.
DataFile parse_data_json(std::string_view text, const std::string& source);

}  // namespace cggibbs
