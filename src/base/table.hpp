// A table of named columns, as read from a CSV file.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace cggibbs {

/// Numeric when every present cell is a number; otherwise text. Missing cells: NaN in numbers, flagged in
/// missing.
struct Column {
  std::string name;
  bool numeric = true;
  std::vector<double> numbers;      ///< filled when numeric
  std::vector<std::string> text;    ///< filled when not numeric
  std::vector<bool> missing;        ///< empty when nothing is missing, else one flag per row
  std::size_t first_text_line = 0;  ///< file line of the first cell that is not a number (0 when numeric)
  std::string first_text;           ///< that cell
  std::size_t like_numbers = 0;  ///< cells of text that are numbers, with either decimal mark, or to people
  bool dressed = false;          ///< some of these have currency, percent signs, or thousands apart
  char other_decimal = 0;  ///< the decimal mark with which some of these would be numbers; 0: not needed

  bool is_missing(std::size_t i) const { return !missing.empty() && missing[i]; }
};

struct Table {
  std::string source;  ///< file name for messages
  std::size_t rows = 0;
  std::vector<Column> columns;

  const Column* find(const std::string& name) const {
    for (const auto& c : columns)
      if (c.name == name) return &c;
    return nullptr;
  }
  std::vector<std::string> names() const {
    std::vector<std::string> out;
    out.reserve(columns.size());
    for (const auto& c : columns) out.push_back(c.name);
    return out;
  }
};

}  // namespace cggibbs
