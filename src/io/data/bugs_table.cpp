// WinBUGS's rectangular data.
#include "io/data/bugs_table.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "io/data/r_value.hpp"

namespace cggibbs {
namespace {

struct Head {
  std::string name;
  std::size_t column = 0;  ///< of a matrix, from 1; 0: a vector
  std::size_t at = 0;      ///< for messages
};

Head parse_head(TextCursor& cursor) {
  Head head{.name = parse_r_name(cursor), .column = 0, .at = cursor.at()};
  if (head.name.empty() || !cursor.take("["))
    cursor.fail(fmt::format("expected a name like x[] or y[,1], found {}.", cursor.here()));
  if (cursor.take(",")) {
    cursor.skip_space();
    const double column = parse_r_number(cursor);
    if (!(column >= 1) || column != std::floor(column) || column > 1e6)
      cursor.fail(head.at, "columns are counted 1, 2, ...: expected a name like y[,1].");
    head.column = static_cast<std::size_t>(column);
  }
  if (!cursor.take("]")) cursor.fail(fmt::format("expected ']', found {}.", cursor.here()));
  return head;
}

bool at_line_end(const TextCursor& cursor) {
  return cursor.done() || cursor.peek() == '\n' || cursor.peek() == '\r';
}

void add_column(NamedArrays& out, const Head& head, std::vector<double> column, const TextCursor& cursor) {
  const std::size_t rows = column.size();
  NamedArray* known = out.find(head.name);
  if (head.column == 0) {
    if (!out.add(head.name, {{rows}, std::move(column)}))
      cursor.fail(head.at, fmt::format("'{}' is there twice.", head.name));
    return;
  }
  if (known == nullptr) out.add(head.name, {{rows, 0}, {}});
  NamedArray& matrix = *out.find(head.name);
  if (matrix.shape.size() != 2 || matrix.shape[1] + 1 != head.column)
    cursor.fail(head.at, fmt::format("the columns of '{}' must come in their order, [,1] first.", head.name));
  ++matrix.shape[1];
  matrix.values.insert(matrix.values.end(), column.begin(), column.end());
}

}  // namespace

bool starts_bugs_table(TextCursor cursor) {
  cursor.skip_space();
  if (cursor.peek() == '"' || cursor.peek() == '\'' || cursor.peek() == '`') return false;
  return !parse_r_name(cursor).empty() && cursor.take("[");
}

NamedArrays parse_bugs_table(TextCursor& cursor) {
  std::vector<Head> heads;
  do {
    heads.push_back(parse_head(cursor));
    cursor.skip_space(false);
  } while (!at_line_end(cursor));
  std::vector<std::vector<double>> columns(heads.size());
  while (!cursor.take("END")) {
    cursor.skip_space();
    if (cursor.done()) cursor.fail("the table does not end with a line END.");
    for (auto& column : columns) {
      cursor.skip_space();
      column.push_back(parse_r_number(cursor));
    }
  }
  NamedArrays out;
  for (std::size_t k = 0; k < heads.size(); ++k) add_column(out, heads[k], std::move(columns[k]), cursor);
  return out;
}

}  // namespace cggibbs
