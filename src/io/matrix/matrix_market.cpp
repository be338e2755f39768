// Matrices in Matrix Market text.
#include "io/matrix/matrix_market.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <utility>

#include "io/file/line_scanner.hpp"
#include "io/file/memory_limit.hpp"
#include "io/file/number.hpp"
#include "io/file/text_file.hpp"
#include "io/matrix/sparse_build.hpp"

namespace cggibbs {
namespace {

enum class Symmetry { general, symmetric, skew };

struct Banner {
  bool coordinate = true;
  bool pattern = false;
  Symmetry symmetry = Symmetry::general;
};

std::string lower_word(LineScanner& line) {
  std::string word(line.word());
  std::transform(word.begin(), word.end(), word.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return word;
}

Banner read_banner(LineScanner& line) {
  if (!line.next_line() || lower_word(line) != "%%matrixmarket" || lower_word(line) != "matrix")
    fail_at(line.source(), 1, 1,
            "a Matrix Market file starts with '%%MatrixMarket matrix'. Check that this is one.");
  Banner banner;
  const std::string layout = lower_word(line);
  if (layout != "coordinate" && layout != "array")
    line.fail(fmt::format("layout {} is not known. Use coordinate or array.", excerpt(layout)));
  banner.coordinate = layout == "coordinate";

  const std::string field = lower_word(line);
  if (field == "complex")
    line.fail(
        "complex entries cannot be used as data. Save the real part, or real and imaginary parts apart.");
  if (field != "real" && field != "integer" && field != "double" && field != "pattern")
    line.fail(fmt::format("entry type {} is not known. Use real, integer or pattern.", excerpt(field)));
  banner.pattern = field == "pattern";
  if (banner.pattern && !banner.coordinate) line.fail("pattern entries need the coordinate layout.");

  const std::string symmetry = lower_word(line);
  if (symmetry == "hermitian") line.fail("hermitian matrices are complex and cannot be used as data.");
  if (symmetry != "general" && symmetry != "symmetric" && symmetry != "skew-symmetric")
    line.fail(fmt::format("symmetry {} is not known. Use general, symmetric or skew-symmetric.",
                          excerpt(symmetry)));
  if (symmetry == "symmetric") banner.symmetry = Symmetry::symmetric;
  if (symmetry == "skew-symmetric") banner.symmetry = Symmetry::skew;
  return banner;
}

/// Moves to the next line that is neither a comment nor blank.
bool next_entry_line(LineScanner& line) {
  while (line.next_line()) {
    const std::size_t start = line.line_text().find_first_not_of(" \t");
    if (start != std::string_view::npos && line.line_text()[start] != '%') return true;
  }
  return false;
}

std::size_t read_whole(LineScanner& line, const char* what) {
  const std::string_view word = line.word();
  std::size_t value = 0;
  const char* end = word.data() + word.size();
  const auto [stop, code] = std::from_chars(word.data(), end, value);
  if (word.empty() || code != std::errc{} || stop != end)
    line.fail(fmt::format("the {} is {}, but must be a whole number.", what,
                          word.empty() ? "missing" : excerpt(word)));
  return value;
}

std::uint32_t read_index(LineScanner& line, const char* what, std::size_t limit) {
  const std::size_t index = read_whole(line, what);
  if (index == 0) line.fail(fmt::format("the {} is 0, but numbers count from 1.", what));
  if (index > limit) line.fail(fmt::format("the {} is {}, but the size line says {}.", what, index, limit));
  return static_cast<std::uint32_t>(index - 1);
}

double read_value(LineScanner& line) {
  const std::string_view word = line.word();
  const ParsedNumber number = parse_number(word);
  if (number.kind != NumberKind::finite)
    line.fail(fmt::format("the value is {}, but must be a finite number.",
                          word.empty() ? "missing" : excerpt(word)));
  return number.value;
}

void require_line_end(LineScanner& line) {
  const std::string_view word = line.word();
  if (!word.empty()) line.fail(fmt::format("unexpected {} at the end of the line.", excerpt(word)));
}

[[noreturn]] void fail_short(const LineScanner& line, std::size_t got, std::size_t expected) {
  fail_in(line.source(),
          fmt::format("ends after {} of {} entries. The file is cut short: fetch or save it again.", got,
                      expected));
}

void require_no_more(LineScanner& line, std::size_t expected) {
  if (next_entry_line(line)) {
    line.word();
    line.fail(fmt::format("more than the {} entries that the size line announces.", expected));
  }
}

Matrix read_coordinate(LineScanner& line, const Banner& banner, std::size_t rows, std::size_t cols,
                       std::size_t count) {
  Triplets entries;
  const std::size_t stored = banner.symmetry == Symmetry::general ? count : 2 * count;
  entries.row.reserve(stored);
  entries.col.reserve(stored);
  entries.value.reserve(stored);
  for (std::size_t k = 0; k < count; ++k) {
    if (!next_entry_line(line)) fail_short(line, k, count);
    const std::uint32_t i = read_index(line, "row number", rows);
    const std::uint32_t j = read_index(line, "column number", cols);
    const double value = banner.pattern ? 1.0 : read_value(line);
    require_line_end(line);
    entries.add(i, j, value);
    if (banner.symmetry == Symmetry::general) continue;
    if (i < j || (i == j && banner.symmetry == Symmetry::skew))
      fail_at(line.source(), line.line(), 1,
              fmt::format("entry ({}, {}) is not below the diagonal, where a {} file keeps its entries.",
                          i + 1, j + 1, banner.symmetry == Symmetry::skew ? "skew-symmetric" : "symmetric"));
    if (i != j) entries.add(j, i, banner.symmetry == Symmetry::skew ? -value : value);
  }
  require_no_more(line, count);
  return from_triplets(rows, cols, std::move(entries));
}

Matrix read_array(LineScanner& line, const Banner& banner, std::size_t rows, std::size_t cols,
                  std::size_t count) {
  DenseMatrix x{rows, cols, std::vector<double>(rows * cols, 0.0)};
  std::size_t k = 0;
  for (std::size_t j = 0; j < cols; ++j) {
    const std::size_t first = banner.symmetry == Symmetry::general     ? 0
                              : banner.symmetry == Symmetry::symmetric ? j
                                                                       : j + 1;
    for (std::size_t i = first; i < rows; ++i, ++k) {
      if (!next_entry_line(line)) fail_short(line, k, count);
      const double value = read_value(line);
      require_line_end(line);
      x.values[j * rows + i] = value;
      if (banner.symmetry == Symmetry::symmetric) x.values[i * rows + j] = value;
      if (banner.symmetry == Symmetry::skew) x.values[i * rows + j] = -value;
    }
  }
  require_no_more(line, count);
  return x;
}

/// From a text of so many bytes.
Matrix parse_lines(LineScanner& line, std::size_t size) {
  const std::string& source = line.source();
  const Banner banner = read_banner(line);
  if (!next_entry_line(line))
    fail_in(source, "has no size line. The file is cut short: fetch or save it again.");
  const std::size_t rows = read_whole(line, "number of rows");
  const std::size_t cols = read_whole(line, "number of columns");
  const auto r = static_cast<double>(rows), c = static_cast<double>(cols);
  const std::size_t listed = banner.coordinate ? read_whole(line, "number of entries") : 0;
  require_line_end(line);
  if (rows == 0 || cols == 0)
    line.fail(fmt::format("the matrix is {} x {}. It needs at least one row and one column.", rows, cols));
  if (banner.symmetry != Symmetry::general && rows != cols)
    line.fail(fmt::format("a {} x {} matrix cannot be symmetric.", rows, cols));

  // Every entry takes at least two bytes in an array ("1\n") and four among coordinates ("1 1\n"), less the
  // last line end: what the text cannot hold is not allocated.
  const auto bytes = static_cast<double>(size) + 1;
  double entries = static_cast<double>(listed);
  if (!banner.coordinate) {
    if (banner.symmetry == Symmetry::general) entries = r * c;
    if (banner.symmetry == Symmetry::symmetric) entries = r * (c + 1) / 2;
    if (banner.symmetry == Symmetry::skew) entries = r * (c - 1) / 2;
  }
  if (entries * (banner.coordinate ? 4 : 2) > bytes)
    line.fail(fmt::format(
        "announces {:.0f} entries, more than {} bytes of text can hold. The file is cut short or its "
        "size line is wrong.",
        entries, size));
  require_plausible_shape(r, c, source);
  if (banner.coordinate) return read_coordinate(line, banner, rows, cols, listed);
  return read_array(line, banner, rows, cols, static_cast<std::size_t>(entries));
}

}  // namespace

Matrix parse_matrix_market(std::string_view text, const std::string& source) {
  LineScanner line(text, source);
  return parse_lines(line, text.size());
}

Matrix parse_matrix_market_file(const std::string& path) {
  TextStream text(path);
  if (text.size() == 0) return parse_matrix_market(read_text_file(path), path);
  LineScanner line([&](char* to, std::size_t most) { return text.read_some(to, most); }, path);
  return parse_lines(line, text.size());
}

}  // namespace cggibbs
