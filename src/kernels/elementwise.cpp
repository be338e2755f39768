// Exponentials and inverse logits, for every instruction set.
#include "kernels/elementwise.hpp"

#include <algorithm>
#include <cmath>

#include "base/special.hpp"
#include "kernels/target.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/elementwise.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/math-inl.h"
#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

// Arguments out of range are kept in it: they are computed again by the C library.

struct Exp {
  double* out;
  const double* x;
  template <class Rows>
  HWY_INLINE void operator()(D d, Rows rows) const {
    rows.store(d, exp_or_inf(d, rows.load(d, x)), out);
  }
};

struct InverseLogit {
  double* out;
  const double* x;
  template <class Rows>
  HWY_INLINE void operator()(D d, Rows rows) const {
    const V v = rows.load(d, x), one = hn::Set(d, 1.0), e = exp_minus_abs(d, v);
    rows.store(d, hn::Div(hn::IfThenElse(hn::Lt(v, hn::Zero(d)), e, one), hn::Add(one, e)), out);
  }
};

void exps(std::size_t n, double* out, const double* x) {
  for_rows(n, Exp{out, x});
}
void inverse_logits(std::size_t n, double* out, const double* x) {
  for_rows(n, InverseLogit{out, x});
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {
HWY_EXPORT(exps);
HWY_EXPORT(inverse_logits);

namespace {

/// Results are normal numbers, and so is all between.
bool in_range(double x) {
  return x >= -708 && x <= 708;
}

/// `many` where arguments are in range, else `one`.
template <class Many, class One>
void for_each(std::span<double> out, std::span<const double> x, const Many& many, const One& one) {
  if (detail::scalar_chosen()) {
    std::transform(x.begin(), x.end(), out.begin(), one);
    return;
  }
  if (out.data() != x.data()) {
    many(x.size(), out.data(), x.data());
    for (std::size_t i = 0; i < x.size(); ++i)
      if (!in_range(x[i])) out[i] = one(x[i]);
    return;
  }
  constexpr std::size_t block = 256;
  double from[block];
  for (std::size_t start = 0; start < x.size(); start += block) {
    const std::size_t n = std::min(block, x.size() - start);
    std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(start), n, from);
    many(n, out.data() + start, from);
    for (std::size_t i = 0; i < n; ++i)
      if (!in_range(from[i])) out[start + i] = one(from[i]);
  }
}

}  // namespace

void exps(std::span<double> out, std::span<const double> x) {
  for_each(out, x, HWY_DYNAMIC_DISPATCH(exps), [](double v) { return std::exp(v); });
}

void inverse_logits(std::span<double> out, std::span<const double> x) {
  for_each(out, x, HWY_DYNAMIC_DISPATCH(inverse_logits), inv_logit);
}

}  // namespace cggibbs::kernels
#endif
