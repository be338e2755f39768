// Columns of a table as vectors.
#include "io/data/data_csv.hpp"

#include <fmt/format.h>

#include <utility>

#include "io/file/message.hpp"
#include "io/table/csv.hpp"

namespace cggibbs {

DataFile columns_as_vectors(Table table) {
  DataFile out;
  for (Column& column : table.columns) {
    if (!column.numeric) {
      out.notes.push_back(fmt::format("{}:{}: column '{}' is text ({}) and was left out.", table.source,
                                      column.first_text_line, printable(column.name),
                                      excerpt(column.first_text)));
      continue;
    }
    if (!out.arrays.add(column.name, {{table.rows}, std::move(column.numbers)}))
      fail_in(table.source, fmt::format("two columns are called '{}'.", printable(column.name)));
  }
  return out;
}

DataFile read_data_csv(const std::string& path) {
  return columns_as_vectors(read_csv(path));
}

}  // namespace cggibbs
