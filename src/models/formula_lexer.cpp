// Tokens of a formula, and errors that point into it.
#include "models/formula_lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/ascii.hpp"
#include "cggibbs/error.hpp"

namespace cggibbs {
namespace {

/// Bytes of UTF-8 letters count as letters, so that names need no backticks in any language.
bool is_name_letter(char c) {
  return is_ascii_letter(c) || static_cast<unsigned char>(c) >= 0x80;
}
bool is_name_char(char c) {
  return is_name_letter(c) || is_digit(c) || c == '.' || c == '_';
}
bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

/// The formula itself, or the part around at when it is long, on one line.
std::string excerpt(std::string_view formula, std::size_t at) {
  constexpr std::size_t around = 40;
  std::size_t first = 0, last = formula.size();
  if (formula.size() > 2 * around + 20) {
    first = at > around ? at - around : 0;
    last = std::min(formula.size(), at + around);
    while (first > 0 && continues_character(formula[first])) --first;
    while (last < formula.size() && continues_character(formula[last])) ++last;
  }
  std::string out(formula.substr(first, last - first));
  for (char& c : out)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  return (first > 0 ? "..." : "") + out + (last < formula.size() ? "..." : "");
}

/// The longest number at the start of s, as R writes them (1, .5, 2e-3, 3L); returns its length.
std::size_t number_length(std::string_view s) {
  std::size_t n = 0;
  while (n < s.size() && is_digit(s[n])) ++n;
  if (n < s.size() && s[n] == '.') ++n;
  while (n < s.size() && is_digit(s[n])) ++n;
  if (n < s.size() && (s[n] == 'e' || s[n] == 'E')) {
    std::size_t k = n + 1;
    if (k < s.size() && (s[k] == '+' || s[k] == '-')) ++k;
    if (k < s.size() && is_digit(s[k])) {
      while (k < s.size() && is_digit(s[k])) ++k;
      n = k;
    }
  }
  return n;
}

Token number_token(std::string_view formula, std::size_t at) {
  const std::string_view rest = formula.substr(at);
  const std::size_t length = number_length(rest);
  Token t{
      .kind = Token::Kind::number, .at = at, .end = at + length, .text = std::string(rest.substr(0, length))};
  const auto result = std::from_chars(t.text.data(), t.text.data() + length, t.value);
  if (result.ec != std::errc() || !std::isfinite(t.value))
    formula_error(formula, at, fmt::format("the number {} is out of range", t.text), "");
  if (t.end < formula.size() && formula[t.end] == 'L') ++t.end;
  if (t.end < formula.size() && is_name_char(formula[t.end]))
    formula_error(formula, t.end, fmt::format("unexpected '{}' after a number", formula[t.end]),
                  "Names that start with a digit go in backticks: `2nd`.");
  return t;
}

Token quoted_token(std::string_view formula, std::size_t at) {
  const char quote = formula[at];
  const std::size_t close = formula.find(quote, at + 1);
  if (close == std::string_view::npos)
    formula_error(formula, at, fmt::format("the quote {} is never closed", quote), "");
  const std::string inside(formula.substr(at + 1, close - at - 1));
  if (quote == '`' && inside.empty()) formula_error(formula, at, "empty name in backticks", "");
  return {.kind = quote == '`' ? Token::Kind::name : Token::Kind::string,
          .at = at,
          .end = close + 1,
          .text = inside,
          .quoted = quote == '`'};
}

Token symbol_token(std::string_view formula, std::size_t at) {
  for (const std::string_view symbol : {"%in%", "||", "==", "<=", ">="})
    if (formula.substr(at, symbol.size()) == symbol)
      return {.kind = Token::Kind::symbol, .at = at, .end = at + symbol.size(), .text = std::string(symbol)};
  const unsigned char c = static_cast<unsigned char>(formula[at]);
  if (c < 0x20 || c == 0x7F) formula_error(formula, at, fmt::format("control character 0x{:02x}", c), "");
  return {.kind = Token::Kind::symbol, .at = at, .end = at + 1, .text = std::string(1, formula[at])};
}

}  // namespace

void formula_error(std::string_view formula, std::size_t at, const std::string& what,
                   const std::string& hint) {
  const std::string tail = hint.empty() ? "" : " " + hint;
  if (at == whole_formula)
    throw Error(fmt::format("formula: {} in '{}'.{}", what, excerpt(formula, 0), tail));
  const auto before = formula.substr(0, std::min(at, formula.size()));
  const auto characters =
      std::count_if(before.begin(), before.end(), [](char c) { return !continues_character(c); });
  throw Error(
      fmt::format("formula: {} at position {} in '{}'.{}", what, characters + 1, excerpt(formula, at), tail));
}

std::vector<Token> tokenize(std::string_view formula) {
  std::vector<Token> tokens;
  std::size_t at = 0;
  while (true) {
    while (at < formula.size() && is_space(formula[at])) ++at;
    if (at == formula.size()) break;
    const char c = formula[at];
    const bool digit_follows = at + 1 < formula.size() && is_digit(formula[at + 1]);
    if (is_digit(c) || (c == '.' && digit_follows)) {
      tokens.push_back(number_token(formula, at));
    } else if (is_name_letter(c) || c == '.' || c == '_') {
      std::size_t end = at;
      while (end < formula.size() && is_name_char(formula[end])) ++end;
      tokens.push_back({.kind = Token::Kind::name,
                        .at = at,
                        .end = end,
                        .text = std::string(formula.substr(at, end - at))});
    } else if (c == '"' || c == '\'' || c == '`') {
      tokens.push_back(quoted_token(formula, at));
    } else {
      tokens.push_back(symbol_token(formula, at));
    }
    at = tokens.back().end;
  }
  tokens.push_back({.kind = Token::Kind::end, .at = at, .end = at});
  return tokens;
}

}  // namespace cggibbs
