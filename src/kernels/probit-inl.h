// The normal distribution function and its logarithms, with slopes and curvatures.
#if defined(CGGIBBS_KERNELS_PROBIT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef CGGIBBS_KERNELS_PROBIT_INL_H_
#undef CGGIBBS_KERNELS_PROBIT_INL_H_
#else
#define CGGIBBS_KERNELS_PROBIT_INL_H_
#endif

#include <hwy/highway.h>

#include <cstdint>
#include <limits>

#include "kernels/likelihood-inl.h"
#include "kernels/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

/// f(a) / (1 + a) = exp(a^2 / 2) Phi(-a) for a >= 0 up to the largest double, f by a polynomial in
/// (a - 5) / (a + 5), relative error 7e-17.
HWY_INLINE V scaled_tail(D d, V a) {
  constexpr double c[] = {
      0.46151582985003775,     -0.091552281834008931,  0.031030368425963691,    0.010002352385220747,
      -0.026401042966307631,   0.024536963243901849,   -0.015170415402525115,   0.0065220006651192384,
      -0.0016760723444744893,  7.7916150954584679e-06, 0.00018233414475132552,  -5.3607652868899774e-05,
      -9.8960967175763778e-06, 9.0600117113764938e-06, -7.0348359504404581e-08, -1.3077682641333286e-06,
      1.2788048170411252e-07,  1.9663441275876727e-07, -2.6287865523205456e-08, -3.1201461080482524e-08,
      3.628063469266682e-09,   4.5007203544564921e-09, -2.8233178733869285e-10, -3.9886239870274464e-10};
  const V five = hn::Set(d, 5.0);
  return polynomial(d, hn::Div(hn::Sub(a, five), hn::Add(a, five)), c);
}

/// exp(-a^2 / 2) for a >= 0 with the rounding error of a^2 put back; beyond 37.6 it is as good as zero. The upper half of the
/// bits has an exact square, with or without fused multiply-add.
HWY_INLINE V normal_density(D d, V a) {
  const V half = hn::Set(d, 0.5), near = hn::Min(hn::Set(d, 37.6), a);
  const V square = hn::Mul(near, near);
  const hn::Rebind<std::uint64_t, D> du;
  const V upper = hn::And(near, hn::BitCast(d, hn::Set(du, ~std::uint64_t{0} << 27)));
  const V error =
      hn::MulAdd(hn::Sub(near, upper), hn::Add(near, upper), hn::Sub(hn::Mul(upper, upper), square));
  const V density = exp_in_range(d, hn::Neg(hn::Mul(half, square)));
  return hn::NegMulAdd(hn::Mul(half, error), density, density);
}

/// successes log Phi(e) + failures log Phi(-e).
HWY_INLINE Row probit_row(D d, V e, V successes, V failures) {
  const V one = hn::Set(d, 1.0), zero = hn::Zero(d), half = hn::Set(d, 0.5), a = hn::Abs(e);
  const V largest = hn::Set(d, std::numeric_limits<double>::max());
  const auto negative = hn::Lt(e, zero);
  // Outcomes in the tail that e points away from, and the others.
  const V rare = hn::IfThenElse(negative, successes, failures);
  const V common = hn::IfThenElse(negative, failures, successes);
  const V f = scaled_tail(d, a), a1 = hn::Add(one, a), density = normal_density(d, a);
  const V tail = hn::Div(hn::Mul(f, density), a1), body = hn::Sub(one, tail);
  const V log_tail = hn::NegMulAdd(hn::Mul(half, a), a, hn::Log(d, hn::Div(f, a1)));
  const V log_body = hn::Neg(log1p_unit(d, hn::Div(tail, body)));
  const V height = hn::Set(d, 0.39894228040143267794);  // 1 / sqrt(2 pi)
  const V rare_slope = hn::Min(largest, hn::Div(hn::Mul(height, a1), f));
  const V common_slope = hn::Div(hn::Mul(height, density), body);
  // Between 0 and 1, where the difference of large numbers says otherwise.
  const V rare_weight = hn::Min(one, hn::Max(zero, hn::Mul(rare_slope, hn::Sub(rare_slope, a))));
  const V common_weight = hn::Mul(common_slope, hn::Add(common_slope, hn::Min(a, hn::Set(d, 1e3))));
  const auto any = hn::Gt(rare, zero);
  const V slope = hn::NegMulAdd(common, common_slope, hn::IfThenElseZero(any, hn::Mul(rare, rare_slope)));
  const V term = hn::MulAdd(common, log_body, hn::IfThenElseZero(any, hn::Mul(rare, log_tail)));
  return {.term = hn::IfThenElse(hn::IsNaN(e), e, term),
          .slope = hn::IfThenElse(negative, slope, hn::Neg(slope)),
          .weight = hn::MulAdd(common, common_weight, hn::Mul(rare, rare_weight))};
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#endif
