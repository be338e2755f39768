// Wording that every reader's messages share: where a fault is, and how a faulty value is shown.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cggibbs {

/// The text cut to 40 bytes, control bytes written as \xNN: safe to print whatever the file held.
std::string printable(std::string_view text);

/// 'text': printable, in quotes.
std::string excerpt(std::string_view text);

/// A list of names for a message, cut after ten: "a, b, c".
template <class Names>
std::string name_list(const Names& names) {
  std::string out;
  std::size_t count = 0;
  for (const auto& name : names) {
    if (count == 10) {
      out += ", ...";
      break;
    }
    if (count++ > 0) out += ", ";
    out += printable(name);
  }
  return out;
}

/// Throws Error("source:line:column: message"); lines and columns (bytes) count from 1.
[[noreturn]] void fail_at(const std::string& source, std::size_t line, std::size_t column,
                          const std::string& message);

/// Throws Error("source: message").
[[noreturn]] void fail_in(const std::string& source, const std::string& message);

}  // namespace cggibbs
