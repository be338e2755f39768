// Text from outside, made safe for terminals.
#pragma once

#include <string>
#include <string_view>

namespace cggibbs {

/// Text from outside for a terminal: control characters, and what is not UTF-8, as \xNN, marks of direction as \uNNNN, so that
/// nothing moves the cursor, starts a line or turns letters round.
std::string visible(std::string_view text);
/// The same for text of several lines.
std::string visible_lines(std::string_view text);

}  // namespace cggibbs
