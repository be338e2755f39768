// Bernoulli outcomes with a logit link, one exponential per row.
#include "kernels/likelihood.hpp"

#include "kernels/scalar.hpp"
#include "kernels/target.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/bernoulli_logit.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/math-inl.h"
#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

/// The term is y eta - max(eta, 0), the factor 1 + exp(-|eta|) in [1, 2].
template <class Eta>
struct BernoulliLogit {
  const double* y;
  Eta eta;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows, V& t) const {
    const V e = eta(d, rows);
    t = exp_minus_abs(d, e);
    return hn::MulSub(rows.load(d, y), e, hn::Max(hn::Zero(d), e));
  }
};

template <class Eta>
HWY_INLINE double bernoulli_logit_total(std::size_t n, const double* y, Eta eta) {
  const TermsAndLogs s = sum_rows_and_logs<1>(n, BernoulliLogit<Eta>{y, eta});
  return s.terms - s.logs;
}

double bernoulli_logit_sum(std::size_t n, const double* y, const double* eta) {
  return bernoulli_logit_total(n, y, Plain{eta});
}
double bernoulli_logit_sum_shifted(std::size_t n, const double* y, const double* eta, const double* x,
                                   double delta) {
  return bernoulli_logit_total(n, y, Shifted{eta, x, delta});
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {
HWY_EXPORT(bernoulli_logit_sum);
HWY_EXPORT(bernoulli_logit_sum_shifted);

double bernoulli_logit_sum(std::size_t n, const double* y, const double* eta) {
  if (detail::scalar_chosen()) {
    return scalar::sum_rows(n, [&](std::size_t i) { return scalar::bernoulli_logit(y[i], eta[i]); });
  }
  return HWY_DYNAMIC_DISPATCH(bernoulli_logit_sum)(n, y, eta);
}

double bernoulli_logit_sum_shifted(std::size_t n, const double* y, const double* eta, const double* x,
                                   double delta) {
  if (detail::scalar_chosen()) {
    return scalar::sum_rows(n, [&](std::size_t i) {
      return scalar::bernoulli_logit(y[i], scalar::shifted(eta[i], x[i], delta));
    });
  }
  return HWY_DYNAMIC_DISPATCH(bernoulli_logit_sum_shifted)(n, y, eta, x, delta);
}

}  // namespace cggibbs::kernels
#endif
