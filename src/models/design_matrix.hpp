// Checks on the columns of a design, and the matrix made of them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cggibbs/matrix.hpp"
#include "models/design_terms.hpp"

namespace cggibbs {

/// One flag per column: false for columns that say nothing beside the intercept (constant) or at all (zero).
/// What is dropped, and which columns are exact duplicates, goes to warnings.
std::vector<bool> informative_columns(const std::vector<DesignColumn>& columns, std::size_t rows,
                                      bool intercept, std::vector<std::string>& warnings);

/// Sparse when fewer than a quarter of the entries differ from zero: a Gibbs update then reads less, in spite
/// of the indices. Takes the columns apart as it goes, so that the data are in memory about once.
Matrix make_matrix(std::vector<DesignColumn> columns, std::size_t rows);

}  // namespace cggibbs
