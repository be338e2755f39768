// The constant matrix of a linear term, read by columns: dense, sparse, or sparse with every entry one.
#pragma once

#include <cggibbs/matrix.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/few_values.hpp"

namespace cggibbs {

/// One column's stored entries. Rows null: rows 0..count-1 in order. Values null: every entry is 1.
struct ColumnView {
  const std::uint32_t* rows;
  const double* values;
  std::size_t count;
  kernels::FewValues few = {};  ///< its distinct entries, where these are few

  std::size_t row(std::size_t t) const { return rows ? rows[t] : t; }
  double value(std::size_t t) const { return values ? values[t] : 1.0; }
};

/// Immutable once made; shared between terms, never copied.
class Columns {
 public:
  static std::shared_ptr<const Columns> from(Matrix m);
  static std::shared_ptr<const Columns> identity(std::size_t n);
  /// n rows, one column of ones: a scalar given to every row.
  static std::shared_ptr<const Columns> broadcast(std::size_t n);

  std::size_t rows() const { return rows_; }
  std::size_t cols() const { return cols_; }
  std::size_t entries() const { return dense_ ? rows_ * cols_ : row_.size(); }
  bool dense() const { return dense_; }
  /// No row has two stored entries: a gather, a diagonal, a single column.
  bool one_entry_per_row() const;
  ColumnView col(std::size_t j) const {
    ColumnView c = entries_of(j);
    c.few = few(j);
    return c;
  }
  /// The same for loops over many columns, which do not ask for distinct entries.
  ColumnView entries_of(std::size_t j) const {
    if (dense_) return {nullptr, values_.empty() ? nullptr : values_.data() + j * rows_, rows_};
    return {row_.data() + start_[j], values_.empty() ? nullptr : values_.data() + start_[j],
            start_[j + 1] - start_[j]};
  }
  std::size_t bytes() const;

 private:
  friend class ColumnsBuilder;
  static constexpr double one = 1;
  kernels::FewValues few(std::size_t j) const {
    if (values_.empty()) return {&one, 1, nullptr};
    if (few_.empty() || few_[j] == 0) return {};
    const FewColumn& f = few_columns_[few_[j] - 1];
    return {distinct_.data() + f.first, f.count, f.count == 1 ? nullptr : code_.data() + f.code};
  }

  std::size_t rows_ = 0;
  std::size_t cols_ = 0;
  bool dense_ = true;
  std::vector<std::size_t> start_;  ///< sparse: cols + 1 offsets
  std::vector<std::uint32_t> row_;  ///< sparse
  std::vector<double> values_;      ///< empty: every stored entry is 1

  /// A column of few values: where its distinct ones and its codes are.
  struct FewColumn {
    std::size_t first, count, code;
  };
  std::vector<FewColumn> few_columns_;
  std::vector<std::uint32_t> few_;  ///< one more than the index into few_columns_, by column; empty: none is
  std::vector<double> distinct_;
  std::vector<std::uint8_t> code_;
};

using ColumnsPtr = std::shared_ptr<const Columns>;

/// outer * inner, or null when the product would store many more entries than its factors.
ColumnsPtr compose(const Columns& outer, const Columns& inner);
ColumnsPtr add(const Columns& a, const Columns& b);
/// Row i times scale[i]; a scale of length 1 applies to every row.
ColumnsPtr scale_rows(const Columns& a, const std::vector<double>& scale);
/// Some rows, ascending. `place` says by row where it is among them; for rows that are not, anything below their number.
ColumnsPtr select_rows(const Columns& a, const std::vector<std::uint32_t>& rows,
                       const std::vector<std::uint32_t>& place);

}  // namespace cggibbs
