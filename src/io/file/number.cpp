// One number from the text of one cell.
#include "io/file/number.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

namespace cggibbs {
namespace {

/// Whether decimal text that no double can hold is too large rather than too small: the decimal exponent of
/// its leading digit, where a double's reach is symmetric enough that the sign decides.
bool too_large(std::string_view text) {
  const std::size_t e = text.find_first_of("eE");
  const std::string_view mantissa = text.substr(0, e);
  double exponent = 0;
  if (e != std::string_view::npos) {
    std::string_view digits = text.substr(e + 1);
    const bool negative = !digits.empty() && digits.front() == '-';
    if (!digits.empty() && (digits.front() == '-' || digits.front() == '+')) digits.remove_prefix(1);
    for (const char c : digits) exponent = std::min(exponent * 10 + (c - '0'), 1e18);
    if (negative) exponent = -exponent;
  }
  const std::size_t lead = mantissa.find_first_of("123456789");
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  if (lead == std::string_view::npos) return false;
  return exponent + static_cast<double>(point) - static_cast<double>(lead) > 0;
}

}  // namespace

ParsedNumber parse_number(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, value);
  if (stop != end || code == std::errc::invalid_argument) return {};
  if (code == std::errc::result_out_of_range) {
    if (too_large(text)) return {NumberKind::infinite, HUGE_VAL};
    return {NumberKind::finite, 0.0};
  }
  if (std::isfinite(value)) return {NumberKind::finite, value};
  return {std::isnan(value) ? NumberKind::undefined : NumberKind::infinite, value};
}

}  // namespace cggibbs
