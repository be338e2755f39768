// Tables from delimiter-separated text: one pass decides types and fills numbers, a second fills text if
// there is any.
#include "io/table/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/utf8.hpp"
#include "io/file/memory_limit.hpp"
#include "io/file/message.hpp"
#include "io/file/number.hpp"
#include "io/file/text_file.hpp"
#include "io/table/csv_scanner.hpp"
#include "io/table/dressed_number.hpp"

namespace cggibbs {
namespace {

/// What a cell is, by the decimal mark and the spellings of missing cells that were asked for.
class Cells {
 public:
  explicit Cells(const CsvOptions& options) : decimal_(options.decimal), missing_(options.missing) {}

  /// Missing cells are NaN.
  ParsedNumber read(std::string_view cell) const {
    if (is_missing(cell)) return {NumberKind::undefined, 0};
    return with_mark(cell, decimal_);
  }
  char other_mark() const { return decimal_ == ',' ? '.' : ','; }
  bool is_number_with_other_mark(std::string_view cell) const {
    return with_mark(cell, other_mark()).kind == NumberKind::finite;
  }

 private:
  /// Besides NaN, which parse_number knows.
  bool is_missing(std::string_view cell) const {
    return cell.empty() || cell == "NA" || cell == "." || cell == "?" || cell == "null" ||
           std::find(missing_.begin(), missing_.end(), cell) != missing_.end();
  }

  static ParsedNumber with_mark(std::string_view cell, char mark) {
    if (mark == '.') return parse_number(cell);
    std::string text(cell);
    if (text.find('.') != text.npos) return {};
    std::replace(text.begin(), text.end(), ',', '.');
    return parse_number(text);
  }

  char decimal_;
  const std::vector<std::string>& missing_;
};

/// The first infinite cell of a column: an error if the column turns out numeric.
struct InfiniteCell {
  std::size_t line = 0;
  std::size_t column = 0;
  std::size_t index = 0;
  std::string text;
};

void refuse_binary(std::string_view text, const std::string& source) {
  const std::string_view start = text.substr(0, 2);
  if (start == "\xFF\xFE" || start == "\xFE\xFF") fail_in(source, "is UTF-16 text. Save it as UTF-8.");
  const std::string_view zip = "PK\x03\x04";
  if (text.substr(0, zip.size()) == zip)
    fail_in(source, "is a zip archive or a spreadsheet, not text. Export the sheet as CSV.");
  const std::string_view gzip = "\x1f\x8b";
  if (start == gzip) fail_in(source, "is gzip-compressed. Decompress it first (gunzip).");
  const void* nul = text.empty() ? nullptr : std::memchr(text.data(), 0, text.size());
  if (!nul) return;
  const auto offset = static_cast<std::size_t>(static_cast<const char*>(nul) - text.data());
  const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
  fail_in(source, fmt::format("is not a text file: byte {} (line {}) is zero. Check that it is a CSV file.",
                              offset + 1, line + 1));
}

std::vector<Column> read_header(CsvScanner& scanner, const std::string& source) {
  std::vector<Column> columns;
  std::unordered_map<std::string, std::size_t> seen;
  CsvCell cell;
  do {
    scanner.next(cell);
    Column column;
    column.name = cell.text.empty() ? fmt::format("V{}", columns.size() + 1) : std::string(cell.text);
    const auto [first, is_new] = seen.emplace(column.name, columns.size() + 1);
    if (!is_new)
      fail_at(source, cell.line, cell.column,
              fmt::format("column name {} is used twice, for columns {} and {}. Rename one of them.",
                          excerpt(column.name), first->second, columns.size() + 1));
    columns.push_back(std::move(column));
    // A byte of the header is a column: looked at before the machine is full of them.
    if (columns.size() % 4096 == 0) require_plausible_shape(0, static_cast<double>(columns.size()), source);
  } while (!cell.last);
  return columns;
}

/// Calls use(j, cell) for every cell below the header; refuses rows of another length. Returns the number of
/// rows.
template <class Use>
std::size_t for_each_cell(CsvScanner& scanner, std::size_t columns, const std::string& source,
                          const Use& use) {
  std::size_t rows = 0;
  CsvCell cell;
  for (;; ++rows) {
    if (columns > 1) scanner.skip_blank_lines();
    if (scanner.at_end()) return rows;
    const std::size_t line = scanner.line();
    std::size_t j = 0;
    do {
      scanner.next(cell);
      if (j < columns) use(j, cell);
      ++j;
    } while (!cell.last);
    if (j != columns)
      fail_at(source, line, 1,
              fmt::format("this row has {} cell{}, but the header has {}. Check for {}.", j,
                          j == 1 ? "" : "s", columns,
                          j < columns ? "missing delimiters or a line break inside a cell without quotes"
                                      : "extra delimiters; a cell that contains one needs quotes"));
  }
}

/// First pass: numbers of every column, until a cell shows that the column is text.
std::vector<InfiniteCell> fill_numbers(CsvScanner& scanner, const Cells& cells, Table& table) {
  std::vector<InfiniteCell> infinite;
  std::vector<bool> has_infinite(table.columns.size());
  std::vector<std::vector<double>*> numbers;
  for (auto& column : table.columns) numbers.push_back(&column.numbers);
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const auto take = [&](std::size_t j, const CsvCell& cell) {
    if (!numbers[j]) return;
    if (cell.text.empty()) return numbers[j]->push_back(nan);
    const ParsedNumber number = cells.read(cell.text);
    if (number.kind == NumberKind::finite) return numbers[j]->push_back(number.value);
    if (number.kind == NumberKind::undefined) return numbers[j]->push_back(nan);
    if (number.kind == NumberKind::infinite) {
      if (!has_infinite[j]) infinite.push_back({cell.line, cell.column, j, std::string(cell.text)});
      has_infinite[j] = true;
      return numbers[j]->push_back(nan);
    }
    Column& column = table.columns[j];
    column.numeric = false;
    column.first_text_line = cell.line;
    column.first_text = cell.text;
    std::vector<double>().swap(column.numbers);
    numbers[j] = nullptr;
  };
  table.rows = for_each_cell(scanner, table.columns.size(), table.source, take);
  return infinite;
}

/// Second pass: the cells of text columns.
void fill_text(CsvScanner& scanner, const Cells& cells, Table& table) {
  std::vector<Column*> text(table.columns.size(), nullptr);
  for (std::size_t j = 0; j < text.size(); ++j) {
    if (table.columns[j].numeric) continue;
    text[j] = &table.columns[j];
    text[j]->text.reserve(table.rows);
  }
  for_each_cell(scanner, text.size(), table.source, [&](std::size_t j, const CsvCell& cell) {
    if (!text[j]) return;
    Column& column = *text[j];
    const NumberKind kind = cells.read(cell.text).kind;
    if (kind != NumberKind::undefined) {
      column.text.emplace_back(cell.text);
      const bool other = kind == NumberKind::not_a_number && cells.is_number_with_other_mark(cell.text);
      const bool dressed = kind == NumberKind::not_a_number && is_dressed_number(cell.text);
      if (other) column.other_decimal = cells.other_mark();
      if (dressed) column.dressed = true;
      if (other || dressed || kind == NumberKind::finite) ++column.like_numbers;
      return;
    }
    if (column.missing.empty()) column.missing.resize(table.rows);
    column.missing[column.text.size()] = true;
    column.text.emplace_back();
  });
}

/// Numbers are NaN exactly where a cell is missing.
void flag_missing_numbers(Column& column) {
  for (std::size_t i = 0; i < column.numbers.size(); ++i) {
    if (!std::isnan(column.numbers[i])) continue;
    if (column.missing.empty()) column.missing.resize(column.numbers.size());
    column.missing[i] = true;
  }
}

void refuse_infinite(const std::vector<InfiniteCell>& infinite, const Table& table) {
  for (const auto& cell : infinite) {
    const Column& column = table.columns[cell.index];
    if (!column.numeric) continue;
    fail_at(table.source, cell.line, cell.column,
            fmt::format(
                "column {} has the value {}, which is infinite or too large for a number. Correct the cell, "
                "or write NA if the value is missing.",
                excerpt(column.name), excerpt(cell.text)));
  }
}

/// Rows to make room for: no more than there are lines, nor than the bytes allow for so many columns.
std::size_t expected_rows(std::string_view text, std::size_t columns) {
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  return std::min(lines, text.size() / columns);
}

char extension_delimiter(const std::string& path) {
  const auto ends_with = [&](std::string_view end) {
    return path.size() >= end.size() && path.compare(path.size() - end.size(), end.size(), end) == 0;
  };
  return ends_with(".tsv") || ends_with(".tab") ? '\t' : 0;
}

}  // namespace

Table parse_csv(std::string_view text, const std::string& source, const CsvOptions& options) {
  refuse_binary(text, source);
  if (!is_utf8(text)) return parse_csv(to_utf8(text), source, options);
  const char delimiter = options.delimiter ? options.delimiter : guess_delimiter(text, options.decimal);
  if (delimiter == '"' || delimiter == '\n' || delimiter == '\r' || delimiter == ' ')
    fail_in(source, fmt::format("{} cannot separate cells. Use a comma, a tab or a semicolon.",
                                excerpt({&delimiter, 1})));
  const std::string_view content = csv_content(text, delimiter);
  if (content.empty())
    fail_in(source, "the file is empty. It needs a header row and at least one row of data.");

  Table table;
  table.source = source;
  CsvScanner scanner(content, delimiter, source);
  scanner.skip_blank_lines();
  table.columns = read_header(scanner, source);
  CsvScanner again = scanner;
  const std::size_t room = expected_rows(content, table.columns.size());
  for (auto& column : table.columns) column.numbers.reserve(room);

  const Cells cells(options);
  const std::vector<InfiniteCell> infinite = fill_numbers(scanner, cells, table);
  if (table.rows == 0)
    fail_in(source, "the file has a header but no rows of data. Check that it was written completely.");
  refuse_infinite(infinite, table);
  for (auto& column : table.columns) flag_missing_numbers(column);
  const bool any_text =
      std::any_of(table.columns.begin(), table.columns.end(), [](const Column& c) { return !c.numeric; });
  if (any_text) fill_text(again, cells, table);
  return table;
}

Table read_csv(const std::string& path, const CsvOptions& options) {
  CsvOptions chosen = options;
  if (!chosen.delimiter) chosen.delimiter = extension_delimiter(path);
  return parse_csv(read_text_file(path), path, chosen);
}

}  // namespace cggibbs
