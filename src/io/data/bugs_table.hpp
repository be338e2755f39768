// WinBUGS's rectangular data: a line of names with brackets, rows of numbers, END.
#pragma once

#include "base/named_arrays.hpp"
#include "io/data/text_cursor.hpp"

namespace cggibbs {

/// Whether a line of names like x[] or y[,1] begins here.
bool starts_bugs_table(TextCursor cursor);

/// x[] is a vector; y[,1] y[,2] ... are the columns of a matrix.
NamedArrays parse_bugs_table(TextCursor& cursor);

}  // namespace cggibbs
