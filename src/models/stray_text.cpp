// Telling which cell made a column text, and the ways out.
#include "models/stray_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/settings_text.hpp"
#include "cggibbs/error.hpp"

namespace cggibbs {
namespace {

/// As it is written in a formula.
std::string in_formula(const std::string& name) {
  const bool plain = std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '.' || c >= 0x80;
  });
  return plain && !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 ? name
                                                                                          : "`" + name + "`";
}

}  // namespace

void refuse_stray_text(const Column& column, const Frame& frame, bool may_be_categories) {
  if (column.numeric) return;
  const auto missing =
      static_cast<std::size_t>(std::count(column.missing.begin(), column.missing.end(), true));
  const std::size_t present = column.text.size() - missing;
  if (2 * column.like_numbers <= present) return;
  const auto row =
      std::find(column.text.begin(), column.text.end(), column.first_text) - column.text.begin() + 1;
  const std::string where =
      fmt::format("'{}' in row {} (line {})", column.first_text, row, column.first_text_line);
  const std::string categories =
      may_be_categories ? fmt::format("; write C({}) if these are categories", in_formula(column.name)) : "";
  if (column.other_decimal != 0)
    throw Error(fmt::format(
        "{}: column '{}' is text because of {}. If its numbers have decimal {}, use `decimal={}`{}{}."_settings,
        frame.source(), column.name, where, column.other_decimal == ',' ? "commas" : "points",
        column.other_decimal, column.dressed ? "; if these marks keep thousands apart, remove them" : "",
        categories));
  if (column.dressed)
    throw Error(fmt::format(
        "{}: column '{}' is text because of {}. Write its numbers plainly, without currency, percent "
        "or other signs, with a hyphen for minus and with nothing between thousands{}.",
        frame.source(), column.name, where, categories));
  const std::size_t strays = present - column.like_numbers;
  throw Error(fmt::format(
      "{}: column '{}' is text because {} of its {} cells {} no number: {}{}. Correct the cell, use "
      "`na_strings={}` if it is missing{}."_settings,
      frame.source(), column.name, strays, present, strays == 1 ? "is" : "are", strays == 1 ? "" : "first ",
      where,
      column.first_text.find(',') == std::string::npos ? column.first_text : '"' + column.first_text + '"',
      categories));
}

}  // namespace cggibbs
