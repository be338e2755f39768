// Cells of lines, and the readers of formats that hold matrices.
#include "io/matrix/plain_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>

#include "io/file/message.hpp"
#include "io/file/number.hpp"
#include "io/file/text_file.hpp"
#include "io/matrix/matrix_file.hpp"
#include "io/matrix/matrix_market.hpp"

namespace cggibbs {
namespace {

using Cells = std::vector<std::string_view>;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view around = " \t\r\"";
  const auto first = text.find_first_not_of(around);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(around) - first + 1);
}

Cells cells_of(std::string_view line, char separator) {
  Cells out;
  if (separator == ' ') {
    for (std::size_t at = 0; at < line.size();) {
      const auto first = line.find_first_not_of(" \t\r", at);
      if (first == std::string_view::npos) break;
      at = std::min(line.find_first_of(" \t\r", first), line.size());
      out.push_back(trimmed(line.substr(first, at - first)));
    }
    return out;
  }
  for (std::size_t at = 0;;) {
    const auto end = line.find(separator, at);
    out.push_back(trimmed(line.substr(at, end == std::string_view::npos ? end : end - at)));
    if (end == std::string_view::npos) return out;
    at = end + 1;
  }
}

char separator_of(std::string_view line) {
  for (char c : {',', ';', '\t'})
    if (line.find(c) != std::string_view::npos) return c;
  return ' ';
}

bool is_number(std::string_view cell) {
  return parse_number(cell).kind != NumberKind::not_a_number;
}

bool is_missing(std::string_view cell) {
  return cell.empty() || cell == "NA" || cell == "." || cell == "?";
}

bool is_header(const Cells& cells) {
  return !std::all_of(cells.begin(), cells.end(), [](auto c) { return is_number(c) || is_missing(c); }) ||
         std::none_of(cells.begin(), cells.end(), is_number);
}

std::vector<std::string_view> lines_of(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::vector<std::string_view> out;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

DenseMatrix dense(const Matrix& m, const std::string& source) {
  if (const auto* d = std::get_if<DenseMatrix>(&m)) return *d;
  const auto* s = std::get_if<SparseMatrix>(&m);
  if (!s || s->rows > 100'000 || s->cols > 100'000 || s->rows * s->cols > 400'000'000)
    fail_in(source, fmt::format("the matrix is {} x {}: too large for this.", rows(m), cols(m)));
  DenseMatrix out{s->rows, s->cols, std::vector<double>(s->rows * s->cols, 0.0)};
  for (std::size_t j = 0; j < s->cols; ++j)
    for (std::size_t k = s->start[j]; k < s->start[j + 1]; ++k)
      out.values[j * s->rows + s->row[k]] += s->values[k];
  return out;
}

}  // namespace

PlainMatrix parse_plain_matrix(std::string_view text, const std::string& source) {
  struct Row {
    std::size_t line;
    Cells cells;
  };
  std::vector<Row> rows;
  char separator = 0;
  std::size_t number = 0;
  for (std::string_view line : lines_of(text)) {
    ++number;
    if (trimmed(line).empty() || trimmed(line).front() == '#') continue;
    if (separator == 0) separator = separator_of(line);
    rows.push_back({number, cells_of(line, separator)});
  }
  PlainMatrix out;
  if (!rows.empty() && is_header(rows[0].cells)) {
    for (auto c : rows[0].cells) out.names.emplace_back(c);
    rows.erase(rows.begin());
  }
  if (rows.empty()) fail_in(source, "holds no rows of numbers.");
  // Names of rows: in the first column, over which the header has an empty cell or none.
  const bool named_rows = std::all_of(rows.begin(), rows.end(), [](const Row& r) {
    return r.cells.size() > 1 && !is_number(r.cells[0]) && !is_missing(r.cells[0]);
  });
  const bool numbered_rows =
      !out.names.empty() && (out.names[0].empty() || out.names.size() + 1 == rows[0].cells.size());
  if (named_rows || numbered_rows) {
    for (Row& r : rows) r.cells.erase(r.cells.begin());
    if (out.names.size() == rows[0].cells.size() + 1) out.names.erase(out.names.begin());
  }
  const std::size_t cols = rows[0].cells.size();
  if (!out.names.empty() && out.names.size() != cols)
    fail_at(source, rows[0].line, 1,
            fmt::format("has {} numbers, but the header names {} columns.", cols, out.names.size()));
  out.values = {rows.size(), cols, std::vector<double>(rows.size() * cols)};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& [line, cells] = rows[i];
    if (cells.size() != cols)
      fail_at(source, line, 1, fmt::format("has {} numbers, but the first row has {}.", cells.size(), cols));
    for (std::size_t j = 0; j < cols; ++j) {
      const ParsedNumber v = parse_number(cells[j]);
      if (v.kind != NumberKind::finite)
        fail_at(source, line, 1,
                fmt::format("entry ({}, {}) of the matrix is {}, but must be a finite number.", i + 1, j + 1,
                            is_missing(cells[j]) ? "missing" : excerpt(cells[j])));
      out.values.values[j * rows.size() + i] = v.value;
    }
  }
  return out;
}

PlainMatrix read_plain_matrix(const std::string& path, const std::string& x_name) {
  std::string extension = std::filesystem::path(path).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (extension == ".mtx") return {dense(parse_matrix_market_file(path), path), {}};
  if (extension == ".mat" || extension == ".npz") {
    MatrixOptions options;
    options.x_name = x_name;
    options.matrix_only = true;
    return {dense(read_matrix_file(path, options).x, path), {}};
  }
  if (is_matrix_file(path))
    fail_in(path, "is a data set. A covariance or precision matrix is read from .csv, .mtx, .npz or .mat.");
  return parse_plain_matrix(read_text_file(path), path);
}

}  // namespace cggibbs
