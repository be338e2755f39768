// Control characters as \xNN, marks of direction as \uNNNN.
#include "base/visible.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/utf8.hpp"

namespace cggibbs {

namespace {

/// Characters that are not seen and change how others are: marks of direction, ends of lines and paragraphs.
std::string_view hidden_mark(std::string_view character) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 13> marks{{{"\u200e", "200e"},
                                                                                 {"\u200f", "200f"},
                                                                                 {"\u2028", "2028"},
                                                                                 {"\u2029", "2029"},
                                                                                 {"\u202a", "202a"},
                                                                                 {"\u202b", "202b"},
                                                                                 {"\u202c", "202c"},
                                                                                 {"\u202d", "202d"},
                                                                                 {"\u202e", "202e"},
                                                                                 {"\u2066", "2066"},
                                                                                 {"\u2067", "2067"},
                                                                                 {"\u2068", "2068"},
                                                                                 {"\u2069", "2069"}}};
  for (const auto& [mark, number] : marks)
    if (character == mark) return number;
  return {};
}

}  // namespace

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
    else if (const auto number = hidden_mark(text.substr(at, length)); !number.empty())
      out += fmt::format("\\u{}", number);
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
