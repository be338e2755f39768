// Outcomes and successes among trials with a complementary log-log link.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cloglog.cpp"
#include "kernels/likelihood-inl.h"
#include "kernels/link_likelihoods.hpp"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

/// successes log(1 - exp(-w)) - failures w with w = exp(e).
HWY_INLINE Row cloglog_row(D d, V e, V successes, V failures) {
  // (1 - exp(-w)) / w for 0 <= w <= 0.7, error 2e-17.
  constexpr double c[] = {0.99999999999999999,     -0.49999999999999493,    0.16666666666637639,
                          -0.041666666660183643,   0.00833333325899307,     -0.0013888883908445051,
                          0.00019841061378463149,  -2.4795964720907602e-05, 2.745932826147763e-06,
                          -2.6484473854572598e-07, 1.8222184637415116e-08};
  const V one = hn::Set(d, 1.0), zero = hn::Zero(d);
  const V w = exp_or_inf(d, e), bound = hn::Min(hn::Set(d, 708.0), w), t = exp_in_range(d, hn::Neg(bound));
  const auto small = hn::Le(w, hn::Set(d, 0.7));
  const V h = polynomial(d, hn::Min(one, w), c), large = hn::Sub(one, t);
  const V log_part = hn::Log(d, hn::IfThenElse(small, h, large));
  // log(1 - t), as the logarithm of what is rounded there, put right; t itself where nothing is left of it.
  const V gone = hn::Sub(one, large);
  const V right = hn::IfThenElse(hn::Gt(gone, zero), hn::Div(hn::Mul(log_part, t), gone), hn::Neg(t));
  const V log_p = hn::IfThenElse(small, hn::Add(e, log_part), right);
  const V steep = hn::IfThenElse(small, hn::Div(t, h), hn::Div(hn::Mul(bound, t), large));  // d log_p / d e
  const V weight = hn::Mul(steep, hn::Max(zero, hn::Sub(hn::Add(bound, steep), one)));
  const V lost = hn::IfThenElseZero(hn::Gt(failures, zero), hn::Mul(failures, w));
  const V gained = hn::IfThenElseZero(hn::Gt(successes, zero), hn::Mul(successes, log_p));
  const V term = hn::Sub(gained, lost);
  return {.term = hn::IfThenElse(hn::IsNaN(e), e, term),
          .slope = hn::MulSub(successes, steep, lost),
          .weight = hn::MulAdd(successes, weight, lost)};
}

struct BernoulliCloglog : Family {
  const double* y;
  explicit BernoulliCloglog(const Arguments& a) : y(a.y) {}
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows, V e) const {
    const V outcome = rows.load(d, y);
    return cloglog_row(d, e, outcome, hn::Sub(hn::Set(d, 1.0), outcome));
  }
};

struct BinomialCloglog : Family {
  const double* y;
  const double* trials;
  explicit BinomialCloglog(const Arguments& a) : y(a.y), trials(a.rest[0]) {}
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows, V e) const {
    const V successes = rows.load(d, y);
    return cloglog_row(d, e, successes, hn::Sub(rows.load(d, trials), successes));
  }
};

const Likelihood* bernoulli_cloglog_loops() {
  return &likelihood<BernoulliCloglog>;
}
const Likelihood* binomial_cloglog_loops() {
  return &likelihood<BinomialCloglog>;
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {

namespace scalar {

/// log(1 - exp(-w)) = e - w / 2 + w^2 / 24 - ..., and w = exp(e) itself underflows below -745.
inline double cloglog_term(double e, double successes, double failures) {
  const double w = std::exp(e);
  const double gained = successes == 0 ? 0 : successes * (e < -18 ? e - 0.5 * w : log1m_exp(-w));
  return gained - (failures == 0 ? 0 : failures * w);
}
inline Derivatives cloglog_derivatives(double e, double successes, double failures) {
  const double w = std::exp(e), lost = failures == 0 ? 0 : failures * w;
  double steep = 0, weight = 0;  // of log p, which has none where w is large
  if (w < 1e-6) {
    steep = 1 - 0.5 * w;
    weight = 0.5 * w - w * w / 6;
  } else if (w < 700) {
    steep = w / std::expm1(w);
    weight = -steep * (1 + w / std::expm1(-w));
  }
  return {successes * steep - lost, successes * weight + lost};
}

struct BernoulliCloglog : Family {
  const double* y;
  explicit BernoulliCloglog(const Arguments& a) : y(a.y) {}
  double term(std::size_t i, double e) const { return cloglog_term(e, y[i], 1 - y[i]); }
  Derivatives derivatives(std::size_t i, double e) const { return cloglog_derivatives(e, y[i], 1 - y[i]); }
};

struct BinomialCloglog : Family {
  const double* y;
  const double* trials;
  explicit BinomialCloglog(const Arguments& a) : y(a.y), trials(a.rest[0]) {}
  double term(std::size_t i, double e) const { return cloglog_term(e, y[i], trials[i] - y[i]); }
  Derivatives derivatives(std::size_t i, double e) const {
    return cloglog_derivatives(e, y[i], trials[i] - y[i]);
  }
};

}  // namespace scalar

HWY_EXPORT(bernoulli_cloglog_loops);
HWY_EXPORT(binomial_cloglog_loops);
const Likelihood& bernoulli_cloglog() {
  if (detail::scalar_chosen()) return scalar::likelihood<scalar::BernoulliCloglog>;
  return *HWY_DYNAMIC_DISPATCH(bernoulli_cloglog_loops)();
}
const Likelihood& binomial_cloglog() {
  if (detail::scalar_chosen()) return scalar::likelihood<scalar::BinomialCloglog>;
  return *HWY_DYNAMIC_DISPATCH(binomial_cloglog_loops)();
}

}  // namespace cggibbs::kernels
#endif
