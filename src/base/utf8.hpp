// Text that is UTF-8, or becomes it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cggibbs {

/// What some programs put before UTF-8 text.
inline constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

inline std::string_view without_byte_order_mark(std::string_view text) {
  return text.substr(text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
}

/// Bytes of the UTF-8 character at text[at]; 0 when there is none.
std::size_t utf8_length(std::string_view text, std::size_t at);

bool is_utf8(std::string_view text);

/// UTF-8 as it is; anything else is taken for Latin-1, in which every byte is a character.
std::string to_utf8(std::string_view text);

}  // namespace cggibbs
