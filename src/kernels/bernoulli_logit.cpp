// Bernoulli outcomes with a logit link, one exponential per row.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/bernoulli_logit.cpp"
#include "kernels/likelihood-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

/// The term is y eta - max(eta, 0), t = exp(-|eta|) in [0, 1].
struct BernoulliLogit : Family {
  static constexpr int bits = 1;
  static constexpr bool several = true;
  const double* y;
  explicit BernoulliLogit(const Arguments& a) : y(a.y) {}
  template <class Rows>
  HWY_INLINE V beside_log(D d, Rows rows, V e) const {
    return hn::MulSub(rows.load(d, y), e, hn::Max(hn::Zero(d), e));
  }
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows, V e) const {
    const V one = rows.load(d, y), t = exp_minus_abs(d, e);
    V p, q;
    logit_parts(d, e, t, p, q);
    return {.term = beside_log(d, rows, e),
            .t = t,
            .slope = binomial_slope(one, hn::Sub(hn::Set(d, 1.0), one), p, q),
            .weight = hn::Mul(p, q)};
  }
  double total(double terms, double logs) const { return terms - logs; }
  HWY_INLINE V part(D, V term, V log) const { return hn::Sub(term, log); }
};

const Likelihood* bernoulli_logit_loops() {
  return &likelihood<BernoulliLogit>;
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {

namespace scalar {

struct BernoulliLogit : Family {
  const double* y;
  explicit BernoulliLogit(const Arguments& a) : y(a.y) {}
  double term(std::size_t i, double e) const { return term_kept(i, e, kept(e, 0)); }
  double kept(double e, double) const { return std::exp(-std::abs(e)); }
  double term_kept(std::size_t i, double e, double kept) const {
    return (y[i] * e - std::max(e, 0.0)) - std::log1p(kept);
  }
  Derivatives derivatives(std::size_t i, double e) const {
    return binomial_derivatives(e, y[i], 1 - y[i], 1);
  }
};

}  // namespace scalar

HWY_EXPORT(bernoulli_logit_loops);
const Likelihood& bernoulli_logit() {
  if (detail::scalar_chosen()) return scalar::likelihood<scalar::BernoulliLogit>;
  return *HWY_DYNAMIC_DISPATCH(bernoulli_logit_loops)();
}

}  // namespace cggibbs::kernels
#endif
