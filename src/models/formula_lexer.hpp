// Tokens of a formula, and errors that point into it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cggibbs {

struct Token {
  enum class Kind { number, string, name, symbol, end };
  Kind kind = Kind::end;
  std::size_t at = 0;  ///< bytes [at, end) of the formula
  std::size_t end = 0;
  std::string text = {};  ///< the symbol, or the name or string without its quotes
  double value = 0;
  bool quoted = false;  ///< a name in backticks

  bool is(std::string_view symbol) const { return kind == Kind::symbol && text == symbol; }
};

/// Ends with a token of kind end.
std::vector<Token> tokenize(std::string_view formula);

/// In place of a position: the formula as a whole is at fault.
inline constexpr std::size_t whole_formula = static_cast<std::size_t>(-1);

/// "formula: WHAT at position 9 in 'y ~ x + )'. HINT", positions counted in characters from 1.
[[noreturn]] void formula_error(std::string_view formula, std::size_t at, const std::string& what,
                                const std::string& hint);

}  // namespace cggibbs
