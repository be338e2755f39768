// One number from the text of one cell.
#pragma once

#include <string_view>

namespace cggibbs {

enum class NumberKind { finite, infinite, undefined, not_a_number };  ///< undefined: "nan" in any case

struct ParsedNumber {
  NumberKind kind = NumberKind::not_a_number;
  double value = 0;
};

/// The whole text must be a decimal number, with an optional sign ("1", "-2.5e3", "+.5"). Numbers too small
/// for a double are zero; too large ones ("1e999"), and "inf" in any case, are infinite. No locale takes
/// part.
ParsedNumber parse_number(std::string_view text);

}  // namespace cggibbs
