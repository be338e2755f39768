// Sparse updates, for every instruction set.
//
// One row at a time: vector gathers gain a fifth over single loads at n = 64 and nothing at n = 1024 or
// 100000 (Zen 4), and scattered stores must respect repeated rows. The instruction set matters only for the
// rounding of y + delta * x, which has to be that of add_scaled.
#include "kernels/sparse.hpp"

#include <cstddef>

#include "kernels/target.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/sparse.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// *out = *y + delta * *x, as a vector would round it.
HWY_INLINE void add_scaled_row(double* out, const double* y, const double* x, double delta) {
  const hn::CappedTag<double, 1> d;
  hn::StoreU(hn::MulAdd(hn::Set(d, delta), hn::LoadU(d, x), hn::LoadU(d, y)), d, out);
}

void gather_add_scaled(std::size_t n, double* out, const double* y, const std::uint32_t* rows,
                       const double* column, double delta) {
  for (std::size_t t = 0; t < n; ++t) add_scaled_row(out + t, y + rows[t], column + t, delta);
}
void scatter_axpy(std::size_t n, double* y, const std::uint32_t* rows, const double* column, double delta) {
  for (std::size_t t = 0; t < n; ++t) add_scaled_row(y + rows[t], y + rows[t], column + t, delta);
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {
HWY_EXPORT(gather_add_scaled);
HWY_EXPORT(scatter_axpy);

void gather(std::span<double> out, std::span<const double> src, std::span<const std::uint32_t> rows) {
  for (std::size_t t = 0; t < rows.size(); ++t) out[t] = src[rows[t]];
}

void gather_add_scaled(std::span<double> out, std::span<const double> y, std::span<const std::uint32_t> rows,
                       std::span<const double> column, double delta) {
  if (detail::scalar_chosen()) {
    for (std::size_t t = 0; t < rows.size(); ++t) out[t] = y[rows[t]] + delta * column[t];
    return;
  }
  HWY_DYNAMIC_DISPATCH(gather_add_scaled)
  (rows.size(), out.data(), y.data(), rows.data(), column.data(), delta);
}

void scatter_axpy(std::span<double> y, std::span<const std::uint32_t> rows, std::span<const double> column,
                  double delta) {
  if (detail::scalar_chosen()) {
    for (std::size_t t = 0; t < rows.size(); ++t) y[rows[t]] += delta * column[t];
    return;
  }
  HWY_DYNAMIC_DISPATCH(scatter_axpy)(rows.size(), y.data(), rows.data(), column.data(), delta);
}

}  // namespace cggibbs::kernels
#endif
