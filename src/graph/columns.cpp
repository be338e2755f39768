// Building and combining constant matrices by columns.
#include "graph/columns.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace cggibbs {

/// Collects columns one after the other, then stores them dense or sparse, whichever is smaller to read.
class ColumnsBuilder {
 public:
  ColumnsBuilder(std::size_t rows, std::size_t cols)
      : out_(std::make_shared<Columns>()), work_(rows), seen_(rows) {
    out_->rows_ = rows;
    out_->cols_ = cols;
    out_->dense_ = false;
    out_->start_.reserve(cols + 1);
    out_->start_.push_back(0);
  }

  void add(std::size_t row, double value) {
    if (!seen_[row]) {
      seen_[row] = true;
      touched_.push_back(static_cast<std::uint32_t>(row));
      work_[row] = 0;
    }
    work_[row] += value;
  }

  void add_scaled(const ColumnView& c, double factor) {
    for (std::size_t t = 0; t < c.count; ++t) add(c.row(t), factor * c.value(t));
  }

  void finish_column() {
    std::sort(touched_.begin(), touched_.end());
    for (auto r : touched_) {
      out_->row_.push_back(r);
      out_->values_.push_back(work_[r]);
      seen_[r] = false;
    }
    touched_.clear();
    out_->start_.push_back(out_->row_.size());
  }

  ColumnsPtr finish() {
    Columns& c = *out_;
    if (c.row_.size() == c.rows_ * c.cols_) {  // full: rows are implied
      c.dense_ = true;
      c.row_ = {};
      c.start_ = {};
    } else if (static_cast<double>(c.row_.size()) > 0.6 * static_cast<double>(c.rows_ * c.cols_)) {
      std::vector<double> dense(c.rows_ * c.cols_, 0.0);
      for (std::size_t j = 0; j < c.cols_; ++j)
        for (std::size_t t = c.start_[j]; t < c.start_[j + 1]; ++t)
          dense[j * c.rows_ + c.row_[t]] = c.values_[t];
      c.dense_ = true;
      c.values_ = std::move(dense);
      c.row_ = {};
      c.start_ = {};
    }
    drop_ones(c);
    return std::move(out_);
  }

  static void drop_ones(Columns& c) {
    if (std::all_of(c.values_.begin(), c.values_.end(), [](double v) { return v == 1; })) c.values_ = {};
  }

  static std::shared_ptr<Columns> dense(DenseMatrix m) {
    auto c = std::make_shared<Columns>();
    c->rows_ = m.rows;
    c->cols_ = m.cols;
    c->values_ = std::move(m.values);
    assert(c->values_.size() == c->rows_ * c->cols_);
    drop_ones(*c);
    return c;
  }

  static std::shared_ptr<Columns> sparse(SparseMatrix m) {
    auto c = std::make_shared<Columns>();
    c->rows_ = m.rows;
    c->cols_ = m.cols;
    c->dense_ = false;
    c->start_ = std::move(m.start);
    c->row_ = std::move(m.row);
    c->values_ = std::move(m.values);
    drop_ones(*c);
    return c;
  }

  static std::shared_ptr<Columns> gather(const IndexMatrix& m) {
    auto c = std::make_shared<Columns>();
    c->rows_ = m.rows;
    c->cols_ = m.cols;
    if (m.cols == 1 && m.scale.empty()) return c;  // dense column of ones
    c->dense_ = false;
    c->start_.assign(m.cols + 1, 0);
    for (auto j : m.index) ++c->start_[j + 1];
    std::partial_sum(c->start_.begin(), c->start_.end(), c->start_.begin());
    c->row_.resize(m.rows);
    if (!m.scale.empty()) c->values_.resize(m.rows);
    std::vector<std::size_t> next(c->start_.begin(), c->start_.end() - 1);
    for (std::size_t i = 0; i < m.rows; ++i) {
      const std::size_t at = next[m.index[i]]++;
      c->row_[at] = static_cast<std::uint32_t>(i);
      if (!m.scale.empty()) c->values_[at] = m.scale[i];
    }
    return c;
  }

 private:
  std::shared_ptr<Columns> out_;
  std::vector<double> work_;
  std::vector<bool> seen_;
  std::vector<std::uint32_t> touched_;
};

ColumnsPtr Columns::from(Matrix m) {
  if (auto* d = std::get_if<DenseMatrix>(&m)) return ColumnsBuilder::dense(std::move(*d));
  if (auto* s = std::get_if<SparseMatrix>(&m)) return ColumnsBuilder::sparse(std::move(*s));
  return ColumnsBuilder::gather(std::get<IndexMatrix>(m));
}

ColumnsPtr Columns::identity(std::size_t n) {
  IndexMatrix m{n, n, std::vector<std::uint32_t>(n), {}};
  std::iota(m.index.begin(), m.index.end(), 0U);
  return ColumnsBuilder::gather(m);
}

ColumnsPtr Columns::broadcast(std::size_t n) {
  return ColumnsBuilder::gather({n, 1, {}, {}});
}

std::size_t Columns::bytes() const {
  return start_.size() * sizeof(start_[0]) + row_.size() * sizeof(row_[0]) +
         values_.size() * sizeof(values_[0]);
}

bool Columns::one_entry_per_row() const {
  if (dense_) return cols_ == 1;
  std::vector<bool> seen(rows_, false);
  for (auto r : row_) {
    if (seen[r]) return false;
    seen[r] = true;
  }
  return true;
}

ColumnsPtr compose(const Columns& outer, const Columns& inner) {
  assert(outer.cols() == inner.rows());
  // An upper bound of the product's entries: each inner entry brings one outer column.
  std::size_t bound = 0;
  for (std::size_t j = 0; j < inner.cols(); ++j) {
    const ColumnView c = inner.col(j);
    std::size_t column = 0;
    for (std::size_t t = 0; t < c.count; ++t) column += outer.col(c.row(t)).count;
    bound += std::min(column, outer.rows());
  }
  if (bound > 2 * (outer.entries() + inner.entries()) + outer.rows()) return nullptr;
  ColumnsBuilder b(outer.rows(), inner.cols());
  for (std::size_t j = 0; j < inner.cols(); ++j) {
    const ColumnView c = inner.col(j);
    for (std::size_t t = 0; t < c.count; ++t) b.add_scaled(outer.col(c.row(t)), c.value(t));
    b.finish_column();
  }
  return b.finish();
}

ColumnsPtr add(const Columns& a, const Columns& b) {
  assert(a.rows() == b.rows() && a.cols() == b.cols());
  ColumnsBuilder sum(a.rows(), a.cols());
  for (std::size_t j = 0; j < a.cols(); ++j) {
    sum.add_scaled(a.col(j), 1);
    sum.add_scaled(b.col(j), 1);
    sum.finish_column();
  }
  return sum.finish();
}

ColumnsPtr scale_rows(const Columns& a, const std::vector<double>& scale) {
  if (std::all_of(scale.begin(), scale.end(), [](double s) { return s == 1; }) && scale.size() == 1)
    return std::make_shared<Columns>(a);
  ColumnsBuilder b(a.rows(), a.cols());
  for (std::size_t j = 0; j < a.cols(); ++j) {
    const ColumnView c = a.col(j);
    for (std::size_t t = 0; t < c.count; ++t)
      b.add(c.row(t), c.value(t) * (scale.size() == 1 ? scale[0] : scale[c.row(t)]));
    b.finish_column();
  }
  return b.finish();
}

}  // namespace cggibbs
