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

/// The same at several deltas.
template <int count>
struct BernoulliLogits {
  const double* y;
  const double* eta;
  const double* x;
  const double* deltas;
  template <class Rows>
  HWY_INLINE void operator()(D d, Rows rows, V* terms, V* t) const {
    const V one = rows.load(d, y);
    HWY_UNROLL(3)
    for (int k = 0; k < count; ++k) {
      const V e = Shifted{eta, x, deltas[k]}(d, rows);
      t[k] = exp_minus_abs(d, e);
      terms[k] = hn::Add(terms[k], rows.or_zero(d, hn::MulSub(one, e, hn::Max(hn::Zero(d), e))));
    }
  }
};

/// Short columns wait for results more than they compute, and here the waits overlap.
template <int count>
HWY_INLINE void bernoulli_logit_sums(std::size_t n, const double* y, const double* eta, const double* x,
                                     const double* deltas, double* out) {
  // The product of up to 1000 factors of at most 2 stays in range.
  sum_terms_less_logs<count, 1>(n, 999, BernoulliLogits<count>{y, eta, x, deltas}, out);
}
void bernoulli_logit_sum_shifted2(std::size_t n, const double* y, const double* eta, const double* x,
                                  const double* deltas, double* out) {
  bernoulli_logit_sums<2>(n, y, eta, x, deltas, out);
}
void bernoulli_logit_sum_shifted3(std::size_t n, const double* y, const double* eta, const double* x,
                                  const double* deltas, double* out) {
  bernoulli_logit_sums<3>(n, y, eta, x, deltas, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {
HWY_EXPORT(bernoulli_logit_sum);
HWY_EXPORT(bernoulli_logit_sum_shifted);
HWY_EXPORT(bernoulli_logit_sum_shifted2);
HWY_EXPORT(bernoulli_logit_sum_shifted3);

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

void bernoulli_logit_sums_shifted(std::size_t n, const double* y, const double* eta, const double* x,
                                  std::size_t count, const double* deltas, double* out) {
  if (!detail::scalar_chosen() && count == 3)
    return HWY_DYNAMIC_DISPATCH(bernoulli_logit_sum_shifted3)(n, y, eta, x, deltas, out);
  if (!detail::scalar_chosen() && count == 2)
    return HWY_DYNAMIC_DISPATCH(bernoulli_logit_sum_shifted2)(n, y, eta, x, deltas, out);
  for (std::size_t k = 0; k < count; ++k) out[k] = bernoulli_logit_sum_shifted(n, y, eta, x, deltas[k]);
}

}  // namespace cggibbs::kernels
#endif
