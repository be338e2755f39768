// Control characters as \xNN.
#include "base/visible.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.hpp"

namespace cggibbs {

std::string visible(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    const auto byte = static_cast<unsigned char>(text[at]);
    const bool control = length == 1 && (byte < 0x20 || byte == 0x7f);
    const bool late_control =
        text.substr(at, 1) == "\xc2" && text.substr(at, 2) < "\xc2\xa0";  // U+0080 to U+009F
    if (length == 0 || control)
      out += fmt::format("\\x{:02x}", byte);
    else if (late_control)
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[at + 1]));
    else
      out += text.substr(at, length);
    at += std::max<std::size_t>(length, 1);
  }
  return out;
}

std::string visible_lines(std::string_view text) {
  std::string out;
  while (true) {
    const auto end = text.find('\n');
    out += visible(text.substr(0, end));
    if (end == text.npos) return out;
    out += '\n';
    text.remove_prefix(end + 1);
  }
}

}  // namespace cggibbs
