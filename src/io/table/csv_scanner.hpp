// Cells of delimiter-separated text, one after the other.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace cggibbs {

struct CsvCell {
  std::string_view text;   ///< unquoted and trimmed; valid until the next cell is read
  std::size_t line = 0;    ///< where the cell starts, from 1
  std::size_t column = 0;  ///< byte in that line, from 1
  bool last = false;       ///< last of its row
};

/// Walks over text that has no trailing blank lines (see csv_content).
class CsvScanner {
 public:
  CsvScanner(std::string_view text, char delimiter, const std::string& source);

  bool at_end() const { return at_end_; }
  std::size_t line() const { return line_; }

  /// Call at the start of a row: steps over lines that hold only spaces.
  void skip_blank_lines();

  /// Requires !at_end().
  void next(CsvCell& cell);

 private:
  void read_quoted(CsvCell& cell);
  const char* skip_spaces(const char* p) const;
  void end_cell(const char* p, CsvCell& cell);

  const char* at_;
  const char* end_;
  const char* line_start_;
  std::size_t line_ = 1;
  char delimiter_;
  bool at_end_;
  std::array<bool, 256> ends_cell_{};
  std::string unescaped_;
  const std::string& source_;
};

/// The text without its byte order mark and without trailing blank lines.
std::string_view csv_content(std::string_view text, char delimiter);

/// The most frequent of , tab ; outside quotes in the first line that is not blank; a comma when there is
/// none. Where commas are decimal marks, tabs and semicolons come first.
char guess_delimiter(std::string_view text, char decimal = '.');

}  // namespace cggibbs
