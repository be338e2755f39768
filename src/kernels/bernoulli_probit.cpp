// Bernoulli outcomes with a probit link.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/bernoulli_probit.cpp"
#include "kernels/likelihood-inl.h"

#include "kernels/probit-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

/// log Phi(s), s = (2 y - 1) eta, a = |s|. Below zero Phi(s) = exp(-a^2 / 2) f / (1 + a): the exponent is the
/// term. The rest is -log(1 + t) with t = 1 / Phi(s) - 1 where s >= 0, (1 + a) / f - 1 where s < 0.
struct BernoulliProbit : Family {
  static constexpr int bits = 7;
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
    const V tail = hn::Mul(f, normal_density(d, a));
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
  HWY_INLINE V part(D, V term, V log) const { return hn::Neg(hn::Add(term, log)); }
};

struct BernoulliProbitCurves : Family {
  const double* y;
  explicit BernoulliProbitCurves(const Arguments& a) : y(a.y) {}
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows, V e) const {
    const V outcome = rows.load(d, y);
    return probit_row(d, e, outcome, hn::Sub(hn::Set(d, 1.0), outcome));
  }
};

const Likelihood* bernoulli_probit_loops() {
  return &likelihood<BernoulliProbit, BernoulliProbitCurves>;
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
  Derivatives derivatives(std::size_t i, double e) const { return probit_derivatives(e, y[i], 1 - y[i]); }
};

}  // namespace scalar

HWY_EXPORT(bernoulli_probit_loops);
const Likelihood& bernoulli_probit() {
  if (detail::scalar_chosen()) return scalar::likelihood<scalar::BernoulliProbit>;
  return *HWY_DYNAMIC_DISPATCH(bernoulli_probit_loops)();
}

}  // namespace cggibbs::kernels
#endif
