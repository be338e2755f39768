// Dense vector updates and sums, for every instruction set.
#include "kernels/vectors.hpp"

#include "kernels/scalar.hpp"
#include "kernels/target.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/vectors.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

struct AddScaled {
  double* out;
  const double* y;
  const double* x;
  double delta;
  template <class Rows>
  HWY_INLINE void operator()(D d, Rows rows) const {
    rows.store(d, hn::MulAdd(hn::Set(d, delta), rows.load(d, x), rows.load(d, y)), out);
  }
};

struct Product {
  const double* x;
  const double* y;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows) const {
    return hn::Mul(rows.load(d, x), rows.load(d, y));
  }
};

struct Element {
  const double* x;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows) const {
    return rows.load(d, x);
  }
};

void add_scaled(std::size_t n, double* out, const double* y, const double* x, double delta) {
  for_rows(n, AddScaled{out, y, x, delta});
}
double dot(std::size_t n, const double* x, const double* y) {
  return sum_rows(n, Product{x, y});
}
double sum(std::size_t n, const double* x) {
  return sum_rows(n, Element{x});
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {
HWY_EXPORT(add_scaled);
HWY_EXPORT(dot);
HWY_EXPORT(sum);

void add_scaled(std::span<double> out, std::span<const double> y, std::span<const double> x, double delta) {
  if (detail::scalar_chosen()) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = y[i] + delta * x[i];
    return;
  }
  HWY_DYNAMIC_DISPATCH(add_scaled)(out.size(), out.data(), y.data(), x.data(), delta);
}

void axpy(std::span<double> y, std::span<const double> x, double delta) {
  add_scaled(y, y, x, delta);
}

double dot(std::span<const double> x, std::span<const double> y) {
  if (detail::scalar_chosen()) return scalar::sum_rows(x.size(), [&](std::size_t i) { return x[i] * y[i]; });
  return HWY_DYNAMIC_DISPATCH(dot)(x.size(), x.data(), y.data());
}

double sum(std::span<const double> x) {
  if (detail::scalar_chosen()) return scalar::sum_rows(x.size(), [&](std::size_t i) { return x[i]; });
  return HWY_DYNAMIC_DISPATCH(sum)(x.size(), x.data());
}

}  // namespace cggibbs::kernels
#endif
