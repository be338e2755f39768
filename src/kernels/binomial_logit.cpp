// Binomial counts with a logit link.
#include "kernels/likelihood.hpp"

#include "kernels/scalar.hpp"
#include "kernels/target.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/binomial_logit.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/math-inl.h"
#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

template <class Eta>
struct BinomialLogit {
  const double* y;
  const double* trials;
  Eta eta;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows) const {
    const V e = eta(d, rows), successes = rows.load(d, y), all = rows.load(d, trials);
    const V gain = hn::Mul(successes, hn::Min(hn::Zero(d), e));
    const V loss = hn::Mul(hn::Sub(all, successes), hn::Max(hn::Zero(d), e));
    return hn::NegMulAdd(all, log1p_unit(d, exp_minus_abs(d, e)), hn::Sub(gain, loss));
  }
};

template <class Eta>
HWY_INLINE double binomial_logit_total(std::size_t n, const double* y, const double* trials, Eta eta) {
  return sum_rows(n, BinomialLogit<Eta>{y, trials, eta});
}

double binomial_logit_sum(std::size_t n, const double* y, const double* trials, const double* eta) {
  return binomial_logit_total(n, y, trials, Plain{eta});
}
double binomial_logit_sum_shifted(std::size_t n, const double* y, const double* trials, const double* eta,
                                  const double* x, double delta) {
  return binomial_logit_total(n, y, trials, Shifted{eta, x, delta});
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {
HWY_EXPORT(binomial_logit_sum);
HWY_EXPORT(binomial_logit_sum_shifted);

double binomial_logit_sum(std::size_t n, const double* y, const double* trials, const double* eta) {
  if (detail::scalar_chosen()) {
    return scalar::sum_rows(n,
                            [&](std::size_t i) { return scalar::binomial_logit(y[i], trials[i], eta[i]); });
  }
  return HWY_DYNAMIC_DISPATCH(binomial_logit_sum)(n, y, trials, eta);
}

double binomial_logit_sum_shifted(std::size_t n, const double* y, const double* trials, const double* eta,
                                  const double* x, double delta) {
  if (detail::scalar_chosen()) {
    return scalar::sum_rows(n, [&](std::size_t i) {
      return scalar::binomial_logit(y[i], trials[i], scalar::shifted(eta[i], x[i], delta));
    });
  }
  return HWY_DYNAMIC_DISPATCH(binomial_logit_sum_shifted)(n, y, trials, eta, x, delta);
}

}  // namespace cggibbs::kernels
#endif
