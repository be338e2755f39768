// Constant matrices as linear nodes hold them: dense, sparse by columns, or one stored entry per row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace cggibbs {

/// Column-major.
struct DenseMatrix {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::vector<double> values;

  std::span<const double> col(std::size_t j) const { return {values.data() + j * rows, rows}; }
  std::span<double> col(std::size_t j) { return {values.data() + j * rows, rows}; }
};

/// Compressed sparse columns; rows in any order within a column, entries of the same place add up.
struct SparseMatrix {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::vector<std::size_t> start;  ///< cols + 1 offsets into row and values
  std::vector<std::uint32_t> row;
  std::vector<double> values;

  std::size_t entries() const { return row.size(); }
  std::span<const std::uint32_t> col_rows(std::size_t j) const {
    return {row.data() + start[j], start[j + 1] - start[j]};
  }
  std::span<const double> col_values(std::size_t j) const {
    return {values.data() + start[j], start[j + 1] - start[j]};
  }
};

/// y[i] = scale[i] * x[index[i]]: a gather, as group effects need it. Empty scale means all ones.
struct IndexMatrix {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::vector<std::uint32_t> index;
  std::vector<double> scale;
};

using Matrix = std::variant<DenseMatrix, SparseMatrix, IndexMatrix>;

inline std::size_t rows(const Matrix& m) {
  return std::visit([](const auto& a) { return a.rows; }, m);
}
inline std::size_t cols(const Matrix& m) {
  return std::visit([](const auto& a) { return a.cols; }, m);
}

}  // namespace cggibbs
