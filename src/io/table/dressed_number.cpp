// Taking off what is around a number, then the marks between its thousands.
#include "io/table/dressed_number.hpp"

#include <array>
#include <string>

#include "base/ascii.hpp"
#include "io/file/number.hpp"

namespace cggibbs {
namespace {

/// The last ones are how typesetters write minus, and how spreadsheets mark text.
constexpr std::array<std::string_view, 12> signs_before{
    "$", "<=", ">=", "<", ">", "~", "\u20ac", "\u00a3", "\u00a5", "\u2212", "\u2013", "'"};
constexpr std::array<std::string_view, 5> after{"%", "$", "\u20ac", "\u00a3", "\u00a5"};
/// No-break spaces are spaces of programs that write thousands.
constexpr std::array<std::string_view, 6> apart{",", ".", "'", " ", "\u00a0", "\u202f"};

constexpr std::array<std::string_view, 4> spaces{" ", "\u00a0", "\u202f", "\u2009"};

std::string_view without_spaces(std::string_view text) {
  for (bool again = true; again;) {
    again = false;
    for (const auto space : spaces) {
      if (text.starts_with(space)) text.remove_prefix(space.size()), again = true;
      if (text.ends_with(space)) text.remove_suffix(space.size()), again = true;
    }
  }
  return text;
}

/// As often as there is something to take off.
std::string_view undressed(std::string_view text) {
  for (bool again = true; again;) {
    again = false;
    for (const auto sign : signs_before)
      if (text.starts_with(sign)) text.remove_prefix(sign.size()), again = true;
    for (const auto sign : after)
      if (text.ends_with(sign)) text.remove_suffix(sign.size()), again = true;
    text = without_spaces(text);
  }
  return text;
}

std::size_t digits_at(std::string_view text) {
  std::size_t n = 0;
  while (n < text.size() && is_digit(text[n])) ++n;
  return n;
}

/// One to three digits that do not begin with zero, then groups of three, then the rest with the other mark.
bool has_thousands(std::string_view text, std::string_view mark) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  text = undressed(text);
  const std::size_t first = digits_at(text);
  if (first < 1 || first > 3 || text[0] == '0') return false;
  text.remove_prefix(first);
  std::size_t groups = 0;
  for (; text.starts_with(mark) && digits_at(text.substr(mark.size())) == 3; ++groups)
    text.remove_prefix(mark.size() + 3);
  if (groups == 0) return false;
  const bool decimals = mark != text.substr(0, 1) && (text.starts_with('.') || text.starts_with(','));
  return text.empty() || (decimals && digits_at(text.substr(1)) == text.size() - 1);
}

bool is_number(std::string_view text) {
  std::string pointed(text);
  if (const auto comma = pointed.find(','); comma != pointed.npos && pointed.find('.') == pointed.npos)
    pointed[comma] = '.';
  return parse_number(pointed).kind == NumberKind::finite;
}

}  // namespace

bool is_dressed_number(std::string_view cell) {
  const std::string_view bare = undressed(without_spaces(cell));
  if (bare.size() < cell.size() && is_number(bare)) return true;
  // "-$5": the sign is outside.
  if (cell.size() > 1 && (cell[0] == '-' || cell[0] == '+')) {
    const std::string_view rest = undressed(cell.substr(1));
    if (rest.size() + 1 < cell.size() && is_number(rest)) return true;
  }
  for (const auto mark : apart)
    if (has_thousands(bare, mark)) return true;
  return false;
}

}  // namespace cggibbs
