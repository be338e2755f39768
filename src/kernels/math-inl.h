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

/// c[k] + c[k + step] x + ... by Horner's rule.
template <std::size_t k, std::size_t step, std::size_t n>
HWY_INLINE V horner(D d, V x, const double (&c)[n]) {
  if constexpr (k + step >= n) {
    return hn::Set(d, c[k]);
  } else {
    return hn::MulAdd(horner<k + step, step>(d, x, c), x, hn::Set(d, c[k]));
  }
}

/// c[0] + c[1] x + ...: even and odd powers apart, which halves the latency for one more multiplication.
template <std::size_t n>
HWY_INLINE V polynomial(D d, V x, const double (&c)[n]) {
  const V x2 = hn::Mul(x, x);
  return hn::MulAdd(horner<1, 2>(d, x2, c), x, horner<0, 2>(d, x2, c));
}

/// Arguments of exp_in_range: results are neither subnormal nor infinite.
inline constexpr double exp_lowest = -708;
inline constexpr double exp_highest = 709.7;

/// x = k log(2) / parts + r with |r| <= log(2) / parts / 2. Returns k in the low bits of a double: adding
/// 1.5 * 2^52 rounds to an integer and leaves it there. log 2 comes in two parts; k times the first is exact.
template <int parts>
HWY_INLINE V reduce(D d, V x, V& r) {
  const V round = hn::Set(d, 0x1.8p52);
  const V biased = hn::MulAdd(x, hn::Set(d, parts * 1.4426950408889634074), round);
  const V k = hn::Sub(biased, round);
  r = hn::NegMulAdd(k, hn::Set(d, 6.93147180369123816490e-01 / parts), x);
  r = hn::NegMulAdd(k, hn::Set(d, 1.90821492927058770002e-10 / parts), r);
  return biased;
}

/// exp(x) for exp_lowest <= x <= exp_highest, within 2 ulp.
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
// Eighths of powers of two fit one register, and its permutation is cheap: a polynomial of degree 7 instead
// of 11 (on Zen 4: 0.51 instead of 0.65 ns per row).
HWY_INLINE V exp_in_range(D d, V x) {
  // Bits of 2^(j/8) less j * 2^49: adding k * 2^49, j = k mod 8, gives 2^(k/8).
  alignas(64) static constexpr std::int64_t powers[] = {
      0x3ff0000000000000, 0x3fef72b83c7d517b, 0x3fef06fe0a31b715, 0x3feebfdad5362a27,
      0x3feea09e667f3bcd, 0x3feeace5422aa0db, 0x3feee89f995ad3ad, 0x3fef5818dcfba487};
  // (exp(r) - 1) / r; relative error of exp(r) 1e-17.
  constexpr double c[] = {1.0,
                          0.50000000000000511,
                          0.16666666666666724,
                          0.041666666617506801,
                          0.0083333333278711556,
                          0.0013889587247893672,
                          0.00019842045792409189};
  const hn::Rebind<std::int64_t, D> di;
  V r;
  const auto k = hn::BitCast(di, reduce<8>(d, x, r));
  const auto j = hn::IndicesFromVec(di, hn::And(k, hn::Set(di, 7)));
  const auto bits = hn::Add(hn::TableLookupLanes(hn::Load(di, powers), j), hn::ShiftLeft<49>(k));
  const V power = hn::BitCast(d, bits);
  return hn::MulAdd(power, hn::Mul(r, polynomial(d, r, c)), power);
}
#else
HWY_INLINE V exp_in_range(D d, V x) {
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
  V r;
  const auto k = hn::BitCast(di, reduce<1>(d, x, r));
  return hn::BitCast(d, hn::Add(hn::BitCast(di, polynomial(d, r, c)), hn::ShiftLeft<52>(k)));
}
#endif

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
