// What the terminal behind a stream can show.
#pragma once

#include <cstddef>
#include <string>

#include "base/paint.hpp"

namespace cggibbs {

/// Whether control sequences may go to this descriptor: a terminal, and not a dumb one (TERM=dumb).
bool is_terminal(int descriptor);

/// Columns of the terminal as it is now; 0 where there is none.
std::size_t terminal_width(int descriptor);

/// A terminal that wants colour: NO_COLOR is not set.
bool has_colour(int descriptor);

/// Coloured where that is wanted.
std::string painted(Paint paint, const std::string& text, int descriptor);

}  // namespace cggibbs
