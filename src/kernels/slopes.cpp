// Value and slope of likelihood terms, for every instruction set.
#include "kernels/slopes.hpp"

#include "kernels/scalar.hpp"
#include "kernels/target.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/slopes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/logit-inl.h"
#include "kernels/math-inl.h"
#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

template <class Rows>
HWY_INLINE void add_to(D d, Rows rows, V v, double* out) {
  rows.store(d, hn::Add(rows.load(d, out), v), out);
}

struct BernoulliLogitSlope {
  const double* y;
  const double* eta;
  double* slope;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows, V& t) const {
    const V e = rows.load(d, eta), one = rows.load(d, y);
    t = exp_minus_abs(d, e);
    V p, q;
    logit_parts(d, e, t, p, q);
    add_to(d, rows, binomial_slope(one, hn::Sub(hn::Set(d, 1.0), one), p, q), slope);
    return hn::MulSub(one, e, hn::Max(hn::Zero(d), e));
  }
};

struct BinomialLogitSlope {
  const double* y;
  const double* trials;
  const double* eta;
  double* slope;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows) const {
    const V e = rows.load(d, eta), successes = rows.load(d, y), all = rows.load(d, trials);
    const V failures = hn::Sub(all, successes), t = exp_minus_abs(d, e);
    V p, q;
    logit_parts(d, e, t, p, q);
    add_to(d, rows, binomial_slope(successes, failures, p, q), slope);
    const V gain = hn::Mul(successes, hn::Min(hn::Zero(d), e));
    const V loss = hn::Mul(failures, hn::Max(hn::Zero(d), e));
    return hn::NegMulAdd(all, log1p_unit(d, t), hn::Sub(gain, loss));
  }
};

struct PoissonLogSlope {
  const double* y;
  const double* eta;
  double* slope;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows) const {
    const V e = rows.load(d, eta), count = rows.load(d, y), mean = exp_or_inf(d, e);
    add_to(d, rows, hn::Sub(count, mean), slope);
    return hn::Sub(hn::Mul(count, hn::Min(hn::Set(d, exp_highest), e)), mean);
  }
};

struct NegativeBinomialLogSlope {
  const double* y;
  const double* eta;
  double phi;
  double log_phi;
  double* slope;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows) const {
    const V w = hn::Sub(rows.load(d, eta), hn::Set(d, log_phi)), count = rows.load(d, y);
    const V f = hn::Set(d, phi), t = exp_minus_abs(d, w);
    V p, q;
    logit_parts(d, w, t, p, q);
    add_to(d, rows, binomial_slope(count, f, p, q), slope);
    const V gain = hn::Mul(count, hn::Min(hn::Zero(d), w));
    const V loss = hn::Mul(f, hn::Max(hn::Zero(d), w));
    return hn::NegMulAdd(hn::Add(count, f), log1p_unit(d, t), hn::Sub(gain, loss));
  }
};

struct NormalSlope {
  const double* y;
  const double* eta;
  double inverse_sigma;
  double* slope;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows) const {
    const V r = hn::Set(d, inverse_sigma);
    const V z = hn::Mul(hn::Sub(rows.load(d, y), rows.load(d, eta)), r);
    add_to(d, rows, hn::Mul(z, r), slope);
    return hn::Mul(z, z);
  }
};

double bernoulli_logit_slope(std::size_t n, const double* y, const double* eta, double* slope) {
  const TermsAndLogs s = sum_rows_and_logs<1>(n, BernoulliLogitSlope{y, eta, slope});
  return s.terms - s.logs;
}
double binomial_logit_slope(std::size_t n, const double* y, const double* trials, const double* eta,
                            double* slope) {
  return sum_rows(n, BinomialLogitSlope{y, trials, eta, slope});
}
double poisson_log_slope(std::size_t n, const double* y, const double* eta, double* slope) {
  return sum_rows(n, PoissonLogSlope{y, eta, slope});
}
double negative_binomial_log_slope(std::size_t n, const double* y, const double* eta, double phi,
                                   double* slope) {
  return sum_rows(n, NegativeBinomialLogSlope{y, eta, phi, std::log(phi), slope});
}
double normal_slope(std::size_t n, const double* y, const double* eta, double sigma, double* slope) {
  return -0.5 * sum_rows(n, NormalSlope{y, eta, scalar::inverse_scale(sigma), slope});
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {
HWY_EXPORT(bernoulli_logit_slope);
HWY_EXPORT(binomial_logit_slope);
HWY_EXPORT(poisson_log_slope);
HWY_EXPORT(negative_binomial_log_slope);
HWY_EXPORT(normal_slope);

double bernoulli_logit_slope(std::size_t n, const double* y, const double* eta, double* slope) {
  if (detail::scalar_chosen()) {
    return scalar::sum_rows(n, [&](std::size_t i) {
      slope[i] += y[i] * inv_logit(-eta[i]) - (1 - y[i]) * inv_logit(eta[i]);
      return scalar::bernoulli_logit(y[i], eta[i]);
    });
  }
  return HWY_DYNAMIC_DISPATCH(bernoulli_logit_slope)(n, y, eta, slope);
}

double binomial_logit_slope(std::size_t n, const double* y, const double* trials, const double* eta,
                            double* slope) {
  if (detail::scalar_chosen()) {
    return scalar::sum_rows(n, [&](std::size_t i) {
      slope[i] += y[i] * inv_logit(-eta[i]) - (trials[i] - y[i]) * inv_logit(eta[i]);
      return scalar::binomial_logit(y[i], trials[i], eta[i]);
    });
  }
  return HWY_DYNAMIC_DISPATCH(binomial_logit_slope)(n, y, trials, eta, slope);
}

double poisson_log_slope(std::size_t n, const double* y, const double* eta, double* slope) {
  if (detail::scalar_chosen()) {
    return scalar::sum_rows(n, [&](std::size_t i) {
      slope[i] += y[i] - std::exp(eta[i]);
      return scalar::poisson_log(y[i], eta[i]);
    });
  }
  return HWY_DYNAMIC_DISPATCH(poisson_log_slope)(n, y, eta, slope);
}

double negative_binomial_log_slope(std::size_t n, const double* y, const double* eta, double phi,
                                   double* slope) {
  if (detail::scalar_chosen()) {
    const double log_phi = std::log(phi);
    return scalar::sum_rows(n, [&](std::size_t i) {
      const double w = eta[i] - log_phi;
      slope[i] += y[i] * inv_logit(-w) - phi * inv_logit(w);
      return scalar::negative_binomial_log(y[i], eta[i], phi, log_phi);
    });
  }
  return HWY_DYNAMIC_DISPATCH(negative_binomial_log_slope)(n, y, eta, phi, slope);
}

double normal_slope(std::size_t n, const double* y, const double* eta, double sigma, double* slope) {
  if (detail::scalar_chosen()) {
    const double r = scalar::inverse_scale(sigma);
    return -0.5 * scalar::sum_rows(n, [&](std::size_t i) {
      slope[i] += (y[i] - eta[i]) * r * r;
      return scalar::normal(y[i], eta[i], r);
    });
  }
  return HWY_DYNAMIC_DISPATCH(normal_slope)(n, y, eta, sigma, slope);
}

}  // namespace cggibbs::kernels
#endif
