// Bernoulli outcomes with a probit link.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/bernoulli_probit.cpp"
#include "kernels/likelihood-inl.h"

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

/// log Phi(s), s = (2 y - 1) eta, a = |s|. Below zero Phi(s) = exp(-a^2 / 2) f / (1 + a): the exponent is the
/// term. The rest is -log(1 + t) with t = 1 / Phi(s) - 1 where s >= 0, (1 + a) / f - 1 where s < 0.
struct BernoulliProbit : Family {
  static constexpr int bits = 7;
  static constexpr bool curved = false;
  const double* y;
  explicit BernoulliProbit(const Arguments& a) : y(a.y) {}
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows, V e) const {
    const V one = hn::Set(d, 1.0), half = hn::Set(d, 0.5), outcome = rows.load(d, y);
    const V s = hn::Mul(hn::Sub(hn::Add(outcome, outcome), one), e);
    const V a = hn::Abs(s);
    const auto negative = hn::Lt(s, hn::Zero(d));
    const V f = scaled_tail(d, a);
    const V a1 = hn::Add(one, a);
    // exp(-a^2 / 2) with the rounding error of a^2 put back; beyond 37.6 it is as good as zero. The upper
    // half of the bits has an exact square, with or without fused multiply-add.
    const V near = hn::Min(hn::Set(d, 37.6), a);
    const V square = hn::Mul(near, near);
    const hn::Rebind<std::uint64_t, D> du;
    const V upper = hn::And(near, hn::BitCast(d, hn::Set(du, ~std::uint64_t{0} << 27)));
    const V error =
        hn::MulAdd(hn::Sub(near, upper), hn::Add(near, upper), hn::Sub(hn::Mul(upper, upper), square));
    const V density = exp_in_range(d, hn::Neg(hn::Mul(half, square)));
    const V tail = hn::Mul(f, hn::NegMulAdd(hn::Mul(half, error), density, density));
    V t = hn::Div(hn::IfThenElse(negative, hn::Sub(a1, f), tail),
                  hn::IfThenElse(negative, f, hn::Sub(a1, tail)));
    V term = hn::IfThenElseZero(negative, hn::Mul(hn::Mul(half, a), a));
    // Rare: a > 50. Then 1 + t is accurate and below the largest double.
    const auto far = hn::Gt(t, hn::Set(d, (1 << bits) - 1.0));
    if (HWY_UNLIKELY(!hn::AllFalse(d, far))) {
      const V factor = hn::IfThenElse(far, hn::Add(one, t), one);
      term = hn::Add(term, hn::Log(d, hn::Min(hn::Set(d, std::numeric_limits<double>::max()), factor)));
      t = hn::IfThenZeroElse(far, t);
    }
    return {.term = term, .t = t};
  }
  double total(double terms, double logs) const { return -(terms + logs); }
};

const Likelihood* bernoulli_probit_loops() {
  return &likelihood<BernoulliProbit>;
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {

namespace scalar {

struct BernoulliProbit : Family {
  const double* y;
  explicit BernoulliProbit(const Arguments& a) : y(a.y) {}
  double term(std::size_t i, double e) const {
    const double s = (2 * y[i] - 1) * e;
    return s > 0 ? std::log1p(-normal_cdf(-s)) : log_normal_cdf(s);
  }
};

}  // namespace scalar

HWY_EXPORT(bernoulli_probit_loops);
const Likelihood& bernoulli_probit() {
  if (detail::scalar_chosen()) return scalar::likelihood<scalar::BernoulliProbit>;
  return *HWY_DYNAMIC_DISPATCH(bernoulli_probit_loops)();
}

}  // namespace cggibbs::kernels
#endif
