// Characters by their code. Not <cctype>: the locale must not decide.
#pragma once

namespace cggibbs {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

constexpr bool is_ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace cggibbs
