// Columns of a table as vectors.
#pragma once

#include <string>

#include "base/table.hpp"
#include "io/data/data_file.hpp"

namespace cggibbs {

/// Missing cells are NA. Columns of text have no numbers to give: a note says which were left out.
DataFile columns_as_vectors(Table table);
DataFile read_data_csv(const std::string& path);

}  // namespace cggibbs
