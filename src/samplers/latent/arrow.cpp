// Finding groups, weighing and factoring level by level.
#include "samplers/latent/arrow.hpp"

#include <algorithm>
#include <cmath>

#include "base/special.hpp"
#include "distributions/small_matrix.hpp"
#include "samplers/latent/levels.hpp"

namespace cggibbs {
namespace {

/// x = L^-1 x
void small_solve(const double* l, std::size_t k, double* x) {
  for (std::size_t i = 0; i < k; ++i) {
    double s = x[i];
    for (std::size_t m = 0; m < i; ++m) s -= l[i * k + m] * x[m];
    x[i] = s / l[i * k + i];
  }
}

void small_solve_transposed(const double* l, std::size_t k, double* x) {
  for (std::size_t i = k; i-- > 0;) {
    double s = x[i];
    for (std::size_t m = i + 1; m < k; ++m) s -= l[m * k + i] * x[m];
    x[i] = s / l[i * k + i];
  }
}

void small_multiply_transposed(const double* l, std::size_t k, double* x) {
  for (std::size_t i = 0; i < k; ++i) {
    double s = 0;
    for (std::size_t m = i; m < k; ++m) s += l[m * k + i] * x[m];
    x[i] = s;
  }
}

}  // namespace

Arrow::Arrow(const std::vector<GaussianPart>& parts)
    : Precision(parts), rows_(parts.front().columns->rows()) {
  find_groups(parts);
  find_edges();
  own_.resize(inner_.size() * effects_);
  own_factor_.resize(own_.size());
  across_.resize(edge_.size() * effects_);
  across_factor_.resize(across_.size());
  corner_.resize(border(), border());
  corner_factor_.resize(border(), border());
  ordered_.resize(size());
  before_.resize(size());
  factor_products_ = border() * border() * border() / 3 + own_.size() * effects_;
  for (std::size_t g = 0; g < groups_; ++g) {
    const std::size_t e = start_[g + 1] - start_[g];
    factor_products_ += e * e * effects_ / 2 + e * effects_ * effects_;
  }
}

void Arrow::find_groups(const std::vector<GaussianPart>& parts) {
  Levels levels = largest_group(parts);
  groups_ = levels.count;
  effects_ = levels.effects.size();
  level_ = std::move(levels.of_row);
  place_.assign(size(), static_cast<std::uint32_t>(size()));
  for (std::size_t g = 0; g < groups_; ++g)
    for (const auto& e : levels.effects) {
      place_[e[g]] = static_cast<std::uint32_t>(inner_.size());
      inner_.push_back(e[g]);
    }
  for (std::size_t j = 0; j < size(); ++j)
    if (place_[j] == size()) {
      outer_.push_back(static_cast<std::uint32_t>(j));
      place_[j] = static_cast<std::uint32_t>(inner_.size() + outer_.size() - 1);
    }
}

void Arrow::find_edges() {
  std::vector<std::vector<std::uint32_t>> edges(groups_);
  for (std::size_t o = 0; o < outer_.size(); ++o) {
    const ColumnView c = view_[outer_[o]];
    for (std::size_t t = 0; t < c.count; ++t) {
      const std::size_t g = level_[c.row(t)];
      if (g == groups_ || (!edges[g].empty() && edges[g].back() == o)) continue;
      edges[g].push_back(static_cast<std::uint32_t>(o));
    }
  }
  start_.assign(1, 0);
  for (const auto& e : edges) {
    edge_.insert(edge_.end(), e.begin(), e.end());
    start_.push_back(edge_.size());
  }
}

/// Products of the border's dense columns with each other, where that is enough for BLAS.
bool Arrow::weigh_dense(const double* weights) {
  constexpr std::size_t enough_columns = 32, enough_rows = 512;
  std::vector<std::size_t> dense;
  std::vector<const double*> columns;
  for (std::size_t o = 0; o < outer_.size(); ++o) {
    const ColumnView c = view_[outer_[o]];
    if (c.rows) continue;
    dense.push_back(o);
    columns.push_back(c.values);
  }
  if (dense.size() < enough_columns || rows_ < enough_rows) return false;
  Work2D gram{dense.size(), dense.size(), std::vector<double>(dense.size() * dense.size())};
  add_weighted_gram(columns, rows_, weights, gram);
  for (std::size_t k = 0; k < dense.size(); ++k)
    for (std::size_t m = k; m < dense.size(); ++m) corner_.col(dense[k])[dense[m]] = gram.col(k)[m];
  return true;
}

void Arrow::weigh(const double* weights) {
  std::fill(own_.begin(), own_.end(), 0.0);
  std::fill(across_.begin(), across_.end(), 0.0);
  std::fill(corner_.a.begin(), corner_.a.end(), 0.0);
  std::vector<double> row(rows_ * effects_,
                          0.0);  // what each row has of its group's effects, times its weight
  for (std::size_t g = 0; g < groups_; ++g)
    for (std::size_t e = 0; e < effects_; ++e) {
      const ColumnView c = view_[inner_[g * effects_ + e]];
      for (std::size_t t = 0; t < c.count; ++t) row[c.row(t) * effects_ + e] = c.value(t) * weights[c.row(t)];
    }
  for (std::size_t g = 0; g < groups_; ++g)
    for (std::size_t e = 0; e < effects_; ++e) {
      const ColumnView c = view_[inner_[g * effects_ + e]];
      double* to = own_.data() + (g * effects_ + e) * effects_;
      for (std::size_t t = 0; t < c.count; ++t)
        for (std::size_t m = 0; m < effects_; ++m) to[m] += c.value(t) * row[c.row(t) * effects_ + m];
    }
  const bool dense_done = weigh_dense(weights);
  std::vector<std::size_t> next(start_.begin(), start_.end() - 1);
  std::vector<double> column(rows_);
  for (std::size_t o = 0; o < outer_.size(); ++o) {
    const ColumnView c = view_[outer_[o]];
    std::fill(column.begin(), column.end(), 0.0);
    for (std::size_t t = 0; t < c.count; ++t) {
      const std::size_t r = c.row(t), g = level_[r];
      column[r] = c.value(t) * weights[r];
      if (g == groups_) continue;
      while (edge_[next[g]] != o) ++next[g];
      for (std::size_t e = 0; e < effects_; ++e)
        across_[next[g] * effects_ + e] += c.value(t) * row[r * effects_ + e];
    }
    for (std::size_t m = o; m < outer_.size(); ++m) {
      const ColumnView d = view_[outer_[m]];
      if (dense_done && c.rows == nullptr && d.rows == nullptr) continue;
      double s = 0;
      for (std::size_t t = 0; t < d.count; ++t) s += d.value(t) * column[d.row(t)];
      corner_.col(o)[m] = s;
    }
  }
}

bool Arrow::factor(double scale, const double* diagonal, std::span<const EventPrecision> events) {
  const std::size_t k = effects_, n = inner_.size();
  for (std::size_t i = 0; i < own_.size(); ++i) own_factor_[i] = scale * own_[i];
  for (std::size_t i = 0; i < corner_.a.size(); ++i) corner_factor_.a[i] = scale * corner_.a[i];
  for (std::size_t i = 0; i < n; ++i) own_factor_[i * k + i % k] += diagonal[inner_[i]];
  for (std::size_t o = 0; o < outer_.size(); ++o) corner_factor_.col(o)[o] += diagonal[outer_[o]];
  for (const auto& event : events)
    for (std::size_t c = 0; c < event.count; ++c)
      for (std::size_t a = 0; a < event.size; ++a)
        for (std::size_t b = 0; b <= a; ++b) {
          const double value = event.matrix[a * event.size + b];
          const std::size_t at = place_[event.first + c * event.size + a];
          const std::size_t other = place_[event.first + c * event.size + b];
          if (at < n) {
            own_factor_[at * k + other % k] += value;
            if (at != other) own_factor_[other * k + at % k] += value;
          } else {
            corner_factor_.col(std::min(at, other) - n)[std::max(at, other) - n] += value;
          }
        }
  for (std::size_t i = 0; i < n; ++i) before_[i] = own_factor_[i * k + i % k];
  for (std::size_t o = 0; o < outer_.size(); ++o) before_[n + o] = corner_factor_.col(o)[o];
  LogProduct diagonals;
  for (std::size_t g = 0; g < groups_; ++g)
    if (!factor_group(g, scale, diagonals)) return false;
  if (!cholesky(corner_factor_)) return false;
  for (std::size_t o = 0; o < outer_.size(); ++o) diagonals.multiply(corner_factor_.col(o)[o]);
  log_diagonal_ = diagonals.log();
  lost_digits_ = false;
  for (std::size_t i = 0; i < n; ++i)
    lost_digits_ |= square(own_factor_[i * k + i % k]) < left_of_differences * before_[i];
  for (std::size_t o = 0; o < outer_.size(); ++o)
    lost_digits_ |= square(corner_factor_.col(o)[o]) < left_of_differences * before_[n + o];
  return std::isfinite(log_diagonal_);
}

/// One effect: a column of the border after the other, as numbers.
bool Arrow::factor_level(std::size_t g, double scale, LogProduct& diagonals) {
  const double d = own_factor_[g];
  if (!(d > 0) || !(d < inf)) return false;
  const double l = std::sqrt(d), by = scale / l;
  own_factor_[g] = l;
  diagonals.multiply(l);
  const std::size_t first = start_[g], count = start_[g + 1] - first, rows = corner_factor_.rows;
  const double* a = across_.data() + first;
  const std::uint32_t* edge = edge_.data() + first;
  double* w = across_factor_.data() + first;
  for (std::size_t t = 0; t < count; ++t) w[t] = by * a[t];
  for (std::size_t s = 0; s < count; ++s) {
    double* column = corner_factor_.a.data() + edge[s] * rows;
    const double v = w[s];
    for (std::size_t t = s; t < count; ++t) column[edge[t]] -= v * w[t];
  }
  return true;
}

bool Arrow::factor_group(std::size_t g, double scale, LogProduct& diagonals) {
  const std::size_t k = effects_;
  if (k == 1) return factor_level(g, scale, diagonals);
  double* l = own(g);
  small::cholesky(k, l, l);
  if (!std::isfinite(l[k * k - 1])) return false;
  for (std::size_t e = 0; e < k; ++e) diagonals.multiply(l[e * k + e]);
  for (std::size_t t = start_[g]; t < start_[g + 1]; ++t) {
    double* w = across_factor_.data() + t * k;
    for (std::size_t e = 0; e < k; ++e) w[e] = scale * across_[t * k + e];
    small_solve(l, k, w);
    double* column = corner_factor_.a.data() + edge_[t];
    for (std::size_t s = start_[g]; s <= t; ++s) {
      const double* v = across_factor_.data() + s * k;
      double sum = 0;
      for (std::size_t e = 0; e < k; ++e) sum += w[e] * v[e];
      column[edge_[s] * corner_factor_.rows] -= sum;
    }
  }
  return true;
}

void Arrow::gather(const double* x) {
  for (std::size_t i = 0; i < inner_.size(); ++i) ordered_[i] = x[inner_[i]];
  for (std::size_t o = 0; o < outer_.size(); ++o) ordered_[inner_.size() + o] = x[outer_[o]];
}

void Arrow::scatter(double* x) const {
  for (std::size_t i = 0; i < inner_.size(); ++i) x[inner_[i]] = ordered_[i];
  for (std::size_t o = 0; o < outer_.size(); ++o) x[outer_[o]] = ordered_[inner_.size() + o];
}

void Arrow::multiply_transposed(double* x) {
  gather(x);
  const std::size_t k = effects_;
  double* border = ordered_.data() + inner_.size();
  for (std::size_t g = 0; g < groups_; ++g) {
    double* to = ordered_.data() + g * k;
    small_multiply_transposed(own(g), k, to);
    for (std::size_t t = start_[g]; t < start_[g + 1]; ++t)
      for (std::size_t e = 0; e < k; ++e) to[e] += across_factor_[t * k + e] * border[edge_[t]];
  }
  multiply_lower_transposed(corner_factor_, border);
  scatter(x);
}

void Arrow::solve(double* x) {
  gather(x);
  const std::size_t k = effects_;
  double* border = ordered_.data() + inner_.size();
  if (k == 1)
    for (std::size_t g = 0; g < groups_; ++g) {
      const double y = ordered_[g] /= own_factor_[g];
      for (std::size_t t = start_[g]; t < start_[g + 1]; ++t) border[edge_[t]] -= across_factor_[t] * y;
    }
  for (std::size_t g = k == 1 ? groups_ : 0; g < groups_; ++g) {
    double* y = ordered_.data() + g * k;
    small_solve(own(g), k, y);
    for (std::size_t t = start_[g]; t < start_[g + 1]; ++t)
      for (std::size_t e = 0; e < k; ++e) border[edge_[t]] -= across_factor_[t * k + e] * y[e];
  }
  solve_lower(corner_factor_, this->border(), border);
  scatter(x);
}

void Arrow::solve_transposed(double* x) {
  gather(x);
  const std::size_t k = effects_;
  double* border = ordered_.data() + inner_.size();
  solve_lower_transposed(corner_factor_, this->border(), border);
  if (k == 1)
    for (std::size_t g = 0; g < groups_; ++g) {
      double y = ordered_[g];
      for (std::size_t t = start_[g]; t < start_[g + 1]; ++t) y -= across_factor_[t] * border[edge_[t]];
      ordered_[g] = y / own_factor_[g];
    }
  for (std::size_t g = k == 1 ? groups_ : 0; g < groups_; ++g) {
    double* y = ordered_.data() + g * k;
    for (std::size_t t = start_[g]; t < start_[g + 1]; ++t)
      for (std::size_t e = 0; e < k; ++e) y[e] -= across_factor_[t * k + e] * border[edge_[t]];
    small_solve_transposed(own(g), k, y);
  }
  scatter(x);
}

double Arrow::quadratic(const double* x) {
  gather(x);
  const std::size_t k = effects_;
  const double* border = ordered_.data() + inner_.size();
  double total = 0;
  for (std::size_t g = 0; g < groups_; ++g) {
    const double* y = ordered_.data() + g * k;
    const double* a = own_.data() + g * k * k;
    for (std::size_t e = 0; e < k; ++e) {
      double sum = 0;
      for (std::size_t m = 0; m < k; ++m) sum += a[e * k + m] * y[m];
      for (std::size_t t = start_[g]; t < start_[g + 1]; ++t)
        sum += 2 * across_[t * k + e] * border[edge_[t]];
      total += sum * y[e];
    }
  }
  for (std::size_t o = 0; o < outer_.size(); ++o) {
    double sum = corner_.col(o)[o] * border[o];
    for (std::size_t m = o + 1; m < outer_.size(); ++m) sum += 2 * corner_.col(o)[m] * border[m];
    total += sum * border[o];
  }
  return total;
}

std::size_t Arrow::solve_products() const {
  return inner_.size() * effects_ + 2 * across_.size() + border() * border() / 2;
}

}  // namespace cggibbs
