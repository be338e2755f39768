// Exponential and logarithm for the ranges that likelihood terms need, shorter than the general ones.
//
// Polynomials interpolate at Chebyshev nodes, which is within a factor of two of the best possible error
// here.
#if defined(CGGIBBS_KERNELS_MATH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef CGGIBBS_KERNELS_MATH_INL_H_
#undef CGGIBBS_KERNELS_MATH_INL_H_
#else
#define CGGIBBS_KERNELS_MATH_INL_H_
#endif

#include <hwy/highway.h>

#include <cstdint>
#include <limits>

#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

/// c[0] + c[1] x + ... by Horner's rule: fewest operations; independent vectors of rows fill the latency.
template <std::size_t n>
HWY_INLINE V polynomial(D d, V x, const double (&c)[n]) {
  V value = hn::Set(d, c[n - 1]);
  for (std::size_t k = n - 1; k-- > 0;) value = hn::MulAdd(value, x, hn::Set(d, c[k]));
  return value;
}

/// Arguments of exp_in_range. Below -708 results would be subnormal, above 709.78 infinite.
inline constexpr double exp_lowest = -708;
inline constexpr double exp_highest = 709.78;

/// exp(x) for exp_lowest <= x <= exp_highest, within 1 ulp with fused multiply-add, 2 without.
HWY_INLINE V exp_in_range(D d, V x) {
  // x = k log 2 + r with |r| <= log(2) / 2. Adding 1.5 * 2^52 rounds to an integer and leaves it in the low
  // bits, ready to be moved to the exponent. log 2 in two parts, the first with 32 bits: k times it is exact.
  const V round = hn::Set(d, 0x1.8p52);
  const V biased = hn::MulAdd(x, hn::Set(d, 1.4426950408889634074), round);
  const V k = hn::Sub(biased, round);
  V r = hn::NegMulAdd(k, hn::Set(d, 6.93147180369123816490e-01), x);
  r = hn::NegMulAdd(k, hn::Set(d, 1.90821492927058770002e-10), r);
  // exp(r) with relative error 2e-17.
  constexpr double c[] = {1.0,
                          1.0,
                          0.50000000000000011,
                          0.16666666666666669,
                          0.041666666666624129,
                          0.0083333333333300615,
                          0.0013888888917213717,
                          0.00019841269863053618,
                          2.4801521295954376e-05,
                          2.7557268459997064e-06,
                          2.7620088445409746e-07,
                          2.510038549551032e-08};
  const hn::Rebind<std::int64_t, D> di;
  const auto exponent = hn::ShiftLeft<52>(hn::BitCast(di, biased));
  return hn::BitCast(d, hn::Add(hn::BitCast(di, polynomial(d, r, c)), exponent));
}

/// exp(-|x|), at least exp(-708)
HWY_INLINE V exp_minus_abs(D d, V x) {
  return exp_in_range(d, hn::Max(hn::Set(d, exp_lowest), hn::Neg(hn::Abs(x))));
}

/// exp(x), at least exp(-708), +inf above exp_highest
HWY_INLINE V exp_or_inf(D d, V x) {
  const V highest = hn::Set(d, exp_highest);
  const V e = exp_in_range(d, hn::Min(highest, hn::Max(hn::Set(d, exp_lowest), x)));
  return hn::IfThenElse(hn::Gt(x, highest), hn::Set(d, std::numeric_limits<double>::infinity()), e);
}

/// log(1 + t) for 0 <= t <= 1, within 3 ulp.
HWY_INLINE V log1p_unit(D d, V t) {
  // 2 atanh(z) with z = t / (2 + t) <= 1/3; (atanh(z) / z - 1) / z^2 as a polynomial in z^2, error 7e-18.
  constexpr double c[] = {0.33333333333333331,  0.20000000000007292,  0.14285714283554379,
                          0.11111111358713932,  0.090908947180664293, 0.076927850324793115,
                          0.066570721048274675, 0.060005364047953563, 0.044003692430723371,
                          0.080820228059717655};
  const V z = hn::Div(t, hn::Add(t, hn::Set(d, 2.0)));
  const V z2 = hn::Mul(z, z);
  const V twice = hn::Add(z, z);
  return hn::MulAdd(hn::Mul(twice, z2), polynomial(d, z2, c), twice);
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#endif
