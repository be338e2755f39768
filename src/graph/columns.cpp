// Building and combining constant matrices by columns.
#include "graph/columns.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "base/release.hpp"

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
      release(c.row_);
      release(c.start_);
    } else if (static_cast<double>(c.row_.size()) > 0.6 * static_cast<double>(c.rows_ * c.cols_)) {
      std::vector<double> dense(c.rows_ * c.cols_, 0.0);
      for (std::size_t j = 0; j < c.cols_; ++j)
        for (std::size_t t = c.start_[j]; t < c.start_[j + 1]; ++t)
          dense[j * c.rows_ + c.row_[t]] = c.values_[t];
      c.dense_ = true;
      c.values_ = std::move(dense);
      release(c.row_);
      release(c.start_);
    }
    inspect(c);
    return std::move(out_);
  }

  /// What holds for the columns as they are: all ones, or some of few values.
  static void inspect(Columns& c) {
    if (std::all_of(c.values_.begin(), c.values_.end(), [](double v) { return v == 1; })) release(c.values_);
    if (c.values_.empty()) return;
    std::size_t codes = 0;
    for (std::size_t j = 0; j < c.cols_; ++j) codes += find_few(c, j, codes);
    c.code_.resize(codes);
    for (std::size_t j = 0; j < c.few_.size(); ++j)
      if (c.few_[j] != 0) write_codes(c, j);
  }

  /// Shorter columns gain nothing from having few values: measured with slice, where sparse rows are gathered once instead
  /// of at every candidate.
  static std::size_t shortest(const Columns& c) { return c.dense_ ? 96 : 32; }

  /// Notes the distinct values of a column if these are few; returns how many codes it needs.
  static std::size_t find_few(Columns& c, std::size_t j, std::size_t codes) {
    const ColumnView column = c.col(j);
    if (column.count < shortest(c)) return 0;
    double distinct[kernels::FewValues::most];
    std::size_t count = 0, last = 0;
    for (std::size_t t = 0; t < column.count; ++t) {
      const double v = column.values[t];
      if (std::isnan(v)) return 0;
      if (t > 0 && v == distinct[last]) continue;
      last = static_cast<std::size_t>(std::find(distinct, distinct + count, v) - distinct);
      if (last < count) continue;
      if (count == kernels::FewValues::most) return 0;
      distinct[count++] = v;
    }
    c.few_columns_.push_back({c.distinct_.size(), count, codes});
    c.distinct_.insert(c.distinct_.end(), distinct, distinct + count);
    c.few_.resize(c.cols_);
    c.few_[j] = static_cast<std::uint32_t>(c.few_columns_.size());
    return count == 1 ? 0 : column.count;
  }

  static void write_codes(Columns& c, std::size_t j) {
    const Columns::FewColumn& f = c.few_columns_[c.few_[j] - 1];
    if (f.count == 1) return;
    const double* distinct = c.distinct_.data() + f.first;
    const ColumnView column = c.col(j);
    std::size_t last = 0;
    for (std::size_t t = 0; t < column.count; ++t) {
      if (column.values[t] != distinct[last])
        last = static_cast<std::size_t>(std::find(distinct, distinct + f.count, column.values[t]) - distinct);
      c.code_[f.code + t] = static_cast<std::uint8_t>(last);
    }
  }

  static std::shared_ptr<Columns> dense(DenseMatrix m) {
    auto c = std::make_shared<Columns>();
    c->rows_ = m.rows;
    c->cols_ = m.cols;
    c->values_ = std::move(m.values);
    assert(c->values_.size() == c->rows_ * c->cols_);
    inspect(*c);
    return c;
  }

  static bool ascending(const SparseMatrix& m) {
    for (std::size_t j = 0; j < m.cols; ++j)
      for (std::size_t t = m.start[j] + 1; t < m.start[j + 1]; ++t)
        if (m.row[t] <= m.row[t - 1]) return false;
    return true;
  }

  static ColumnsPtr sparse(SparseMatrix m) {
    if (!ascending(m)) {  // entries in any order, and several of a place, which add up
      ColumnsBuilder b(m.rows, m.cols);
      for (std::size_t j = 0; j < m.cols; ++j) {
        for (std::size_t t = m.start[j]; t < m.start[j + 1]; ++t)
          b.add(m.row[t], m.values.empty() ? 1.0 : m.values[t]);
        b.finish_column();
      }
      return b.finish();
    }
    auto c = std::make_shared<Columns>();
    c->rows_ = m.rows;
    c->cols_ = m.cols;
    c->dense_ = false;
    c->start_ = std::move(m.start);
    c->row_ = std::move(m.row);
    c->values_ = std::move(m.values);
    inspect(*c);
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
    inspect(*c);
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
         values_.size() * sizeof(values_[0]) + few_columns_.size() * sizeof(few_columns_[0]) +
         few_.size() * sizeof(few_[0]) + distinct_.size() * sizeof(distinct_[0]) + code_.size();
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

ColumnsPtr select_rows(const Columns& a, const std::vector<std::uint32_t>& rows,
                       const std::vector<std::uint32_t>& place) {
  if (a.dense()) {
    DenseMatrix m{rows.size(), a.cols(), {}};
    m.values.reserve(rows.size() * a.cols());
    for (std::size_t j = 0; j < a.cols(); ++j)
      for (auto r : rows) m.values.push_back(a.col(j).value(r));
    return Columns::from(std::move(m));
  }
  SparseMatrix m{rows.size(), a.cols(), {0}, {}, {}};
  for (std::size_t j = 0; j < a.cols(); ++j) {
    const ColumnView c = a.col(j);
    for (std::size_t t = 0; t < c.count; ++t)
      if (rows[place[c.rows[t]]] == c.rows[t]) {
        m.row.push_back(place[c.rows[t]]);
        m.values.push_back(c.value(t));
      }
    m.start.push_back(m.row.size());
  }
  return Columns::from(std::move(m));
}

}  // namespace cggibbs
