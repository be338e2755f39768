// Dense products run on the kernels; sparse ones are plain loops over nonzeros.
#include "graph/product.hpp"

#include <algorithm>
#include <array>

#include "kernels/products.hpp"
#include "kernels/vectors.hpp"

namespace cggibbs {
namespace {

/// Four sums hide the latency of additions.
template <class Term>
double sum_terms(std::size_t n, Term term) {
  double a = 0, b = 0, c = 0, d = 0;
  std::size_t t = 0;
  for (; n - t >= 4; t += 4) {
    a += term(t);
    b += term(t + 1);
    c += term(t + 2);
    d += term(t + 3);
  }
  for (; t < n; ++t) a += term(t);
  return (a + b) + (c + d);
}

/// From here on a call of a kernel takes less than a loop.
constexpr std::size_t long_range = 16;

/// Rows that follow each other, as those of a level do where a table is sorted by it: a range, not a list. Rows ascend.
bool is_range(const ColumnView& c) {
  return c.count > 0 && c.rows[c.count - 1] - c.rows[0] + 1 == c.count;
}

/// As a column of ones, some at a time, on the kernels.
void add_constant(double v, double* out, std::size_t n) {
  static constexpr auto ones = [] {
    std::array<double, 512> a{};
    a.fill(1);
    return a;
  }();
  if (n < long_range) {
    for (std::size_t t = 0; t < n; ++t) out[t] += v;
    return;
  }
  for (std::size_t t = 0; t < n; t += ones.size()) {
    const std::size_t m = std::min(ones.size(), n - t);
    kernels::axpy({out + t, m}, {ones.data(), m}, v);
  }
}

}  // namespace

void add_product(const Columns& a, const double* x, double* out) {
  if (a.cols() == 0) return;
  if (a.dense() && a.entries_of(0).values != nullptr)
    return kernels::add_product(a.rows(), a.cols(), a.entries_of(0).values, x, out);
  for (std::size_t j = 0; j < a.cols(); ++j) {
    const ColumnView c = a.entries_of(j);
    const double v = x[j];
    if (v == 0) continue;
    if (c.rows == nullptr)
      add_constant(v, out, c.count);
    else if (c.values == nullptr && is_range(c))
      add_constant(v, out + c.rows[0], c.count);
    else if (c.values == nullptr)
      for (std::size_t t = 0; t < c.count; ++t) out[c.rows[t]] += v;
    else
      for (std::size_t t = 0; t < c.count; ++t) out[c.rows[t]] += c.values[t] * v;
  }
}

void add_transposed_product(const Columns& a, const double* r, double* out) {
  if (a.cols() == 0) return;
  if (a.dense() && a.entries_of(0).values != nullptr)
    return kernels::add_transposed_product(a.rows(), a.cols(), a.entries_of(0).values, r, out);
  for (std::size_t j = 0; j < a.cols(); ++j) {
    const ColumnView c = a.entries_of(j);
    if (c.rows == nullptr)
      out[j] += kernels::sum({r, c.count});
    else if (c.values == nullptr && is_range(c) && c.count >= long_range)
      out[j] += kernels::sum({r + c.rows[0], c.count});
    else if (c.values == nullptr)
      out[j] += sum_terms(c.count, [&](std::size_t t) { return r[c.rows[t]]; });
    else
      out[j] += sum_terms(c.count, [&](std::size_t t) { return c.values[t] * r[c.rows[t]]; });
  }
}

}  // namespace cggibbs
