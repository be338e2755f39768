// Which parts go by rows, and their loops.
#include "samplers/latent/part_products.hpp"

#include <algorithm>

#include "graph/product.hpp"

namespace cggibbs {
namespace {

/// Levels of this many rows that follow each other are ranges, which columns add faster.
constexpr std::size_t long_ranges = 16;
/// Where fewer rows than one in so many have an entry, columns skip the others.
constexpr std::size_t few_filled = 4;

bool has_long_ranges(const Columns& a) {
  for (std::size_t j = 0; j < a.cols(); ++j) {
    const ColumnView c = a.col(j);
    if (c.count > 0 && c.rows[c.count - 1] - c.rows[0] + 1 != c.count) return false;
  }
  return a.rows() >= long_ranges * a.cols() && a.col(0).values == nullptr;
}

}  // namespace

PartProducts::PartProducts(const std::vector<GaussianPart>& parts) {
  for (const auto& p : parts) {
    const Columns& a = *p.columns;
    parts_.push_back({p.columns, {}, {}});
    products_ += products_of(a);
    if (a.dense() || few_filled * a.entries() < a.rows() || !a.one_entry_per_row() || has_long_ranges(a))
      continue;
    Part& part = parts_.back();
    part.level.resize(a.rows());
    if (a.col(0).values || a.entries() < a.rows()) part.value.resize(a.rows());
    for (std::size_t j = 0; j < a.cols(); ++j) {
      const ColumnView c = a.col(j);
      for (std::size_t t = 0; t < c.count; ++t) {
        part.level[c.rows[t]] = static_cast<std::uint32_t>(j);
        if (!part.value.empty()) part.value[c.rows[t]] = c.value(t);
      }
    }
  }
}

void PartProducts::add(const double* x, double* y) const {
  for (const auto& p : parts_) {
    const std::size_t n = p.level.size();
    if (p.level.empty())
      add_product(*p.columns, x, y);
    else if (p.value.empty())
      for (std::size_t i = 0; i < n; ++i) y[i] += x[p.level[i]];
    else
      for (std::size_t i = 0; i < n; ++i) y[i] += p.value[i] * x[p.level[i]];
    x += p.columns->cols();
  }
}

void PartProducts::transposed(const double* x, double* y) const {
  for (const auto& p : parts_) {
    const std::size_t n = p.level.size();
    std::fill_n(y, p.columns->cols(), 0.0);
    if (p.level.empty())
      add_transposed_product(*p.columns, x, y);
    else if (p.value.empty())
      for (std::size_t i = 0; i < n; ++i) y[p.level[i]] += x[i];
    else
      for (std::size_t i = 0; i < n; ++i) y[p.level[i]] += p.value[i] * x[i];
    y += p.columns->cols();
  }
}

}  // namespace cggibbs
