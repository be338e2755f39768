// One value in R's notation.
#pragma once

#include <string>
#include <vector>

#include "base/named_arrays.hpp"
#include "io/data/text_cursor.hpp"

namespace cggibbs {

struct RValue {
  NamedArray array;
  bool is_text = false;     ///< text is there, and no number
  bool named_data = false;  ///< a matrix or more whose numbers were called .Data
};

/// A number, a range, c(...), structure(...), numeric(0), as.integer(...); where the cursor is.
RValue parse_r_value(TextCursor& cursor);

/// A number with its sign, or NA; Inf and NaN too.
double parse_r_number(TextCursor& cursor);

/// A name, in quotes of any kind or without; empty where none stands.
std::string parse_r_name(TextCursor& cursor);

}  // namespace cggibbs
