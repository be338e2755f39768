// Wording that every reader's messages share.
#include "io/file/message.hpp"

#include <fmt/format.h>

#include "cggibbs/error.hpp"

namespace cggibbs {

std::string printable(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string out;
  for (const char c : text.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f)
      out += fmt::format("\\x{:02x}", byte);
    else
      out += c;
  }
  if (text.size() > longest) out += "...";
  return out;
}

std::string excerpt(std::string_view text) {
  return "'" + printable(text) + "'";
}

void fail_at(const std::string& source, std::size_t line, std::size_t column, const std::string& message) {
  throw Error(fmt::format("{}:{}:{}: {}", source, line, column, message));
}

void fail_in(const std::string& source, const std::string& message) {
  throw Error(source + ": " + message);
}

}  // namespace cggibbs
