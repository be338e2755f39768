// Dense products run on the kernels; sparse ones are plain loops over nonzeros.
#include "graph/product.hpp"

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

}  // namespace

void add_product(const Columns& a, const double* x, double* out) {
  if (a.cols() == 0) return;
  if (a.dense() && a.col(0).values != nullptr)
    return kernels::add_product(a.rows(), a.cols(), a.col(0).values, x, out);
  for (std::size_t j = 0; j < a.cols(); ++j) {
    const ColumnView c = a.col(j);
    const double v = x[j];
    if (v == 0) continue;
    if (c.rows == nullptr)
      for (std::size_t t = 0; t < c.count; ++t) out[t] += v;
    else if (c.values == nullptr)
      for (std::size_t t = 0; t < c.count; ++t) out[c.rows[t]] += v;
    else
      for (std::size_t t = 0; t < c.count; ++t) out[c.rows[t]] += c.values[t] * v;
  }
}

void add_transposed_product(const Columns& a, const double* r, double* out) {
  if (a.cols() == 0) return;
  if (a.dense() && a.col(0).values != nullptr)
    return kernels::add_transposed_product(a.rows(), a.cols(), a.col(0).values, r, out);
  for (std::size_t j = 0; j < a.cols(); ++j) {
    const ColumnView c = a.col(j);
    if (c.rows == nullptr)
      out[j] += kernels::sum({r, c.count});
    else if (c.values == nullptr)
      out[j] += sum_terms(c.count, [&](std::size_t t) { return r[c.rows[t]]; });
    else
      out[j] += sum_terms(c.count, [&](std::size_t t) { return c.values[t] * r[c.rows[t]]; });
  }
}

}  // namespace cggibbs
