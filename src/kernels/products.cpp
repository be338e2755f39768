// Dense products, for every instruction set.
#include "kernels/products.hpp"

#include "kernels/scalar.hpp"
#include "kernels/target.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/products.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

struct AddFour {
  const double* x;
  std::size_t n;
  const double* v;
  double* out;
  template <class Rows>
  HWY_INLINE void operator()(D d, Rows rows) const {
    V a = hn::MulAdd(rows.load(d, x), hn::Set(d, v[0]), rows.load(d, out));
    a = hn::MulAdd(rows.load(d, x + n), hn::Set(d, v[1]), a);
    V b = hn::Mul(rows.load(d, x + 2 * n), hn::Set(d, v[2]));
    b = hn::MulAdd(rows.load(d, x + 3 * n), hn::Set(d, v[3]), b);
    rows.store(d, hn::Add(a, b), out);
  }
};

struct AddOne {
  const double* x;
  double v;
  double* out;
  template <class Rows>
  HWY_INLINE void operator()(D d, Rows rows) const {
    rows.store(d, hn::MulAdd(rows.load(d, x), hn::Set(d, v), rows.load(d, out)), out);
  }
};

void add_product(std::size_t n, std::size_t cols, const double* x, const double* v, double* out) {
  std::size_t j = 0;
  for (; cols - j >= 4; j += 4) {
    if (v[j] == 0 && v[j + 1] == 0 && v[j + 2] == 0 && v[j + 3] == 0) continue;
    for_rows(n, AddFour{x + j * n, n, v + j, out});
  }
  for (; j < cols; ++j)
    if (v[j] != 0) for_rows(n, AddOne{x + j * n, v[j], out});
}

void add_transposed_product(std::size_t n, std::size_t cols, const double* x, const double* r, double* out) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t j = 0;
  for (; cols - j >= 4; j += 4) {
    const double* c = x + j * n;
    V a0 = hn::Zero(d), a1 = a0, a2 = a0, a3 = a0;
    std::size_t i = 0;
    for (; n - i >= lanes; i += lanes) {
      const V s = hn::LoadU(d, r + i);
      a0 = hn::MulAdd(hn::LoadU(d, c + i), s, a0);
      a1 = hn::MulAdd(hn::LoadU(d, c + n + i), s, a1);
      a2 = hn::MulAdd(hn::LoadU(d, c + 2 * n + i), s, a2);
      a3 = hn::MulAdd(hn::LoadU(d, c + 3 * n + i), s, a3);
    }
    if (i < n) {
      const LastRows rows{i, n - i};  // lanes beyond the end load zeros
      const V s = rows.load(d, r);
      a0 = hn::MulAdd(rows.load(d, c), s, a0);
      a1 = hn::MulAdd(rows.load(d, c + n), s, a1);
      a2 = hn::MulAdd(rows.load(d, c + 2 * n), s, a2);
      a3 = hn::MulAdd(rows.load(d, c + 3 * n), s, a3);
    }
    out[j] += sum_lanes(d, a0);
    out[j + 1] += sum_lanes(d, a1);
    out[j + 2] += sum_lanes(d, a2);
    out[j + 3] += sum_lanes(d, a3);
  }
  for (; j < cols; ++j) {
    V a = hn::Zero(d);
    std::size_t i = 0;
    for (; n - i >= lanes; i += lanes) a = hn::MulAdd(hn::LoadU(d, x + j * n + i), hn::LoadU(d, r + i), a);
    if (i < n) {
      const LastRows rows{i, n - i};
      a = hn::MulAdd(rows.load(d, x + j * n), rows.load(d, r), a);
    }
    out[j] += sum_lanes(d, a);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {
HWY_EXPORT(add_product);
HWY_EXPORT(add_transposed_product);

void add_product(std::size_t n, std::size_t cols, const double* x, const double* v, double* out) {
  if (detail::scalar_chosen()) {
    for (std::size_t j = 0; j < cols; ++j)
      for (std::size_t i = 0; i < n; ++i) out[i] += x[j * n + i] * v[j];
    return;
  }
  HWY_DYNAMIC_DISPATCH(add_product)(n, cols, x, v, out);
}

void add_transposed_product(std::size_t n, std::size_t cols, const double* x, const double* r, double* out) {
  if (detail::scalar_chosen()) {
    for (std::size_t j = 0; j < cols; ++j)
      out[j] += scalar::sum_rows(n, [&](std::size_t i) { return x[j * n + i] * r[i]; });
    return;
  }
  HWY_DYNAMIC_DISPATCH(add_transposed_product)(n, cols, x, r, out);
}

}  // namespace cggibbs::kernels
#endif
