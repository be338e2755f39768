// Gamma functions of one and more: shifted to where Stirling's series, as polynomials, has all digits.
//
// Of x >= 0, log Gamma(x + 1) and its derivatives are those at z = x + 5, less what the product (x + 1) ... (x + 4) says.
#if defined(CGGIBBS_KERNELS_GAMMA_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef CGGIBBS_KERNELS_GAMMA_INL_H_
#undef CGGIBBS_KERNELS_GAMMA_INL_H_
#else
#define CGGIBBS_KERNELS_GAMMA_INL_H_
#endif

#include <hwy/highway.h>

#include "kernels/math-inl.h"
#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

inline constexpr int gamma_shift = 5;

/// log Gamma(z) - ((z - 1/2) log z - z + log(2 pi) / 2) for z >= 5, r = 1 / z; error 5e-17.
HWY_INLINE V stirling_rest(D d, V r) {
  constexpr double c[] = {0.083333333333333043,    -0.0027777777770642213, 0.00079365050516843381,
                          -0.00059519388942203315, 0.00083847081544883705, -0.0017885218042507258,
                          0.0036903634280355408};
  return hn::Mul(r, polynomial(d, hn::Mul(r, r), c));
}

/// log z - digamma(z), likewise; error 1e-17.
HWY_INLINE V digamma_rest(D d, V r) {
  constexpr double c[] = {0.08333333333333313,    -0.0083333333326805487, 0.0039682536217237262,
                          -0.0041665958444674207, 0.007568541641543695,   -0.020683325530638433,
                          0.069802493806382035,   -0.18062937163388591};
  const V s = hn::Mul(r, r);
  return hn::MulAdd(s, polynomial(d, s, c), hn::Mul(hn::Set(d, 0.5), r));
}

/// trigamma(z), likewise; error 2e-17.
HWY_INLINE V trigamma_at(D d, V r) {
  constexpr double c[] = {0.16666666666666337,   -0.033333333322759255, 0.023809518189822139,
                          -0.033332182215375286, 0.075639837144369473,  -0.24638816868875143,
                          0.94173711173022308,   -2.6182350565373988};
  const V s = hn::Mul(r, r);
  return hn::MulAdd(hn::Mul(r, s), polynomial(d, s, c), hn::MulAdd(hn::Set(d, 0.5), s, r));
}

/// (x + 1) ... (x + 4) as the product of x unit + k unit, with its first and half its second derivative by x unit.
struct Ascent {
  V product, first, second;
};
HWY_INLINE Ascent ascend(D d, V x_unit, double unit) {
  Ascent p{hn::Add(x_unit, hn::Set(d, unit)), hn::Set(d, 1.0), hn::Zero(d)};
  HWY_UNROLL(3)
  for (int k = 2; k < gamma_shift; ++k) {
    const V next = hn::Add(x_unit, hn::Set(d, k * unit));
    p.second = hn::MulAdd(p.second, next, p.first);
    p.first = hn::MulAdd(p.first, next, p.product);
    p.product = hn::Mul(p.product, next);
  }
  return p;
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#endif
