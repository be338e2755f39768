// Value, slope and curvature of likelihood terms, for every instruction set.
#include "kernels/curves.hpp"

#include "kernels/scalar.hpp"
#include "kernels/target.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/curves.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/logit-inl.h"
#include "kernels/math-inl.h"
#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

struct Store {
  double* eta;
  double* slope;
  double* weight;
  double* kept;
  explicit Store(const Curves& c) : eta(c.eta), slope(c.slope), weight(c.weight), kept(c.kept) {}
  template <class Rows>
  HWY_INLINE void operator()(D d, Rows rows, V e, V s, V w, V k) const {
    rows.store(d, e, eta);
    rows.store(d, s, slope);
    rows.store(d, w, weight);
    rows.store(d, k, kept);
  }
};

struct BernoulliLogitCurves {
  const double* y;
  Shifted eta;
  Store store;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows, V& t) const {
    const V e = eta(d, rows), one = rows.load(d, y);
    t = exp_minus_abs(d, e);
    V p, q;
    logit_parts(d, e, t, p, q);
    store(d, rows, e, binomial_slope(one, hn::Sub(hn::Set(d, 1.0), one), p, q), hn::Mul(p, q), t);
    return hn::MulSub(one, e, hn::Max(hn::Zero(d), e));
  }
};

struct BernoulliLogitKept {
  const double* y;
  const double* eta;
  const double* kept;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows, V& t) const {
    const V e = rows.load(d, eta);
    t = rows.load(d, kept);
    return hn::MulSub(rows.load(d, y), e, hn::Max(hn::Zero(d), e));
  }
};

struct BinomialLogitCurves {
  const double* y;
  const double* trials;
  Shifted eta;
  Store store;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows) const {
    const V e = eta(d, rows), successes = rows.load(d, y), all = rows.load(d, trials);
    const V failures = hn::Sub(all, successes), t = exp_minus_abs(d, e);
    V p, q;
    logit_parts(d, e, t, p, q);
    const V gain = hn::Mul(successes, hn::Min(hn::Zero(d), e));
    const V loss = hn::Mul(failures, hn::Max(hn::Zero(d), e));
    const V term = hn::NegMulAdd(all, log1p_unit(d, t), hn::Sub(gain, loss));
    store(d, rows, e, binomial_slope(successes, failures, p, q), hn::Mul(all, hn::Mul(p, q)), term);
    return term;
  }
};

struct PoissonLogCurves {
  const double* y;
  Shifted eta;
  Store store;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows) const {
    const V e = eta(d, rows), count = rows.load(d, y), mean = exp_or_inf(d, e);
    const V term = hn::Sub(hn::Mul(count, hn::Min(hn::Set(d, exp_highest), e)), mean);
    store(d, rows, e, hn::Sub(count, mean), mean, term);
    return term;
  }
};

struct NegativeBinomialLogCurves {
  const double* y;
  Shifted eta;
  double phi;
  double log_phi;
  Store store;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows) const {
    const V e = eta(d, rows), w = hn::Sub(e, hn::Set(d, log_phi)), count = rows.load(d, y);
    const V f = hn::Set(d, phi), t = exp_minus_abs(d, w), all = hn::Add(count, f);
    V p, q;
    logit_parts(d, w, t, p, q);
    const V gain = hn::Mul(count, hn::Min(hn::Zero(d), w));
    const V loss = hn::Mul(f, hn::Max(hn::Zero(d), w));
    const V term = hn::NegMulAdd(all, log1p_unit(d, t), hn::Sub(gain, loss));
    store(d, rows, e, binomial_slope(count, f, p, q), hn::Mul(all, hn::Mul(p, q)), term);
    return term;
  }
};

struct NormalCurves {
  const double* y;
  Shifted eta;
  double inverse_sigma;
  Store store;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows) const {
    const V e = eta(d, rows), r = hn::Set(d, inverse_sigma);
    const V z = hn::Mul(hn::Sub(rows.load(d, y), e), r);
    const V term = hn::Mul(hn::Set(d, -0.5), hn::Mul(z, z));
    store(d, rows, e, hn::Mul(z, r), hn::Mul(r, r), term);
    return term;
  }
};

struct SlopeTerm {
  const double* x;
  const double* slope;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows) const {
    return hn::Mul(rows.load(d, x), rows.load(d, slope));
  }
};

struct CurvatureTerm {
  const double* x;
  const double* weight;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows) const {
    const V v = rows.load(d, x);
    return hn::Mul(hn::Mul(v, v), rows.load(d, weight));
  }
};

double bernoulli_logit_curves(std::size_t n, const double* y, const double* eta, const double* x,
                              double delta, const Curves& out) {
  const TermsAndLogs s = sum_rows_and_logs<1>(n, BernoulliLogitCurves{y, Shifted{eta, x, delta}, Store(out)});
  return s.terms - s.logs;
}
double bernoulli_logit_sum_kept(std::size_t n, const double* y, const double* eta, const double* kept) {
  const TermsAndLogs s = sum_rows_and_logs<1>(n, BernoulliLogitKept{y, eta, kept});
  return s.terms - s.logs;
}
double binomial_logit_curves(std::size_t n, const double* y, const double* trials, const double* eta,
                             const double* x, double delta, const Curves& out) {
  return sum_rows(n, BinomialLogitCurves{y, trials, Shifted{eta, x, delta}, Store(out)});
}
double poisson_log_curves(std::size_t n, const double* y, const double* eta, const double* x, double delta,
                          const Curves& out) {
  return sum_rows(n, PoissonLogCurves{y, Shifted{eta, x, delta}, Store(out)});
}
double negative_binomial_log_curves(std::size_t n, const double* y, const double* eta, const double* x,
                                    double delta, double phi, const Curves& out) {
  return sum_rows(n, NegativeBinomialLogCurves{y, Shifted{eta, x, delta}, phi, std::log(phi), Store(out)});
}
double normal_curves(std::size_t n, const double* y, const double* eta, const double* x, double delta,
                     double sigma, const Curves& out) {
  return sum_rows(n, NormalCurves{y, Shifted{eta, x, delta}, scalar::inverse_scale(sigma), Store(out)});
}
double slope_along(std::size_t n, const double* x, const double* slope) {
  return sum_rows(n, SlopeTerm{x, slope});
}
double curvature_along(std::size_t n, const double* x, const double* weight) {
  return sum_rows(n, CurvatureTerm{x, weight});
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {
HWY_EXPORT(bernoulli_logit_curves);
HWY_EXPORT(bernoulli_logit_sum_kept);
HWY_EXPORT(binomial_logit_curves);
HWY_EXPORT(poisson_log_curves);
HWY_EXPORT(negative_binomial_log_curves);
HWY_EXPORT(normal_curves);
HWY_EXPORT(slope_along);
HWY_EXPORT(curvature_along);

namespace {

/// The scalar specification: row(i, eta) gives slope, weight, kept and term of one row.
struct Row {
  double slope, weight, kept, term;
};
template <class F>
double scalar_curves(std::size_t n, const double* eta, const double* x, double delta, const Curves& out,
                     F row) {
  return scalar::sum_rows(n, [&](std::size_t i) {
    const double e = scalar::shifted(eta[i], x[i], delta);
    const Row r = row(i, e);
    out.eta[i] = e;
    out.slope[i] = r.slope;
    out.weight[i] = r.weight;
    out.kept[i] = r.kept;
    return r.term;
  });
}

}  // namespace

double bernoulli_logit_curves(std::size_t n, const double* y, const double* eta, const double* x,
                              double delta, const Curves& out) {
  if (detail::scalar_chosen()) {
    return scalar_curves(n, eta, x, delta, out, [&](std::size_t i, double e) {
      const double p = inv_logit(e), q = inv_logit(-e);
      return Row{y[i] * q - (1 - y[i]) * p, p * q, std::exp(-std::abs(e)), scalar::bernoulli_logit(y[i], e)};
    });
  }
  return HWY_DYNAMIC_DISPATCH(bernoulli_logit_curves)(n, y, eta, x, delta, out);
}

double bernoulli_logit_sum_kept(std::size_t n, const double* y, const double* eta, const double* kept) {
  if (detail::scalar_chosen()) {
    return scalar::sum_rows(
        n, [&](std::size_t i) { return (y[i] * eta[i] - std::max(eta[i], 0.0)) - std::log1p(kept[i]); });
  }
  return HWY_DYNAMIC_DISPATCH(bernoulli_logit_sum_kept)(n, y, eta, kept);
}

double binomial_logit_curves(std::size_t n, const double* y, const double* trials, const double* eta,
                             const double* x, double delta, const Curves& out) {
  if (detail::scalar_chosen()) {
    return scalar_curves(n, eta, x, delta, out, [&](std::size_t i, double e) {
      const double p = inv_logit(e), q = inv_logit(-e), term = scalar::binomial_logit(y[i], trials[i], e);
      return Row{y[i] * q - (trials[i] - y[i]) * p, trials[i] * p * q, term, term};
    });
  }
  return HWY_DYNAMIC_DISPATCH(binomial_logit_curves)(n, y, trials, eta, x, delta, out);
}

double poisson_log_curves(std::size_t n, const double* y, const double* eta, const double* x, double delta,
                          const Curves& out) {
  if (detail::scalar_chosen()) {
    return scalar_curves(n, eta, x, delta, out, [&](std::size_t i, double e) {
      const double mean = std::exp(e), term = scalar::poisson_log(y[i], e);
      return Row{y[i] - mean, mean, term, term};
    });
  }
  return HWY_DYNAMIC_DISPATCH(poisson_log_curves)(n, y, eta, x, delta, out);
}

double negative_binomial_log_curves(std::size_t n, const double* y, const double* eta, const double* x,
                                    double delta, double phi, const Curves& out) {
  if (detail::scalar_chosen()) {
    const double log_phi = std::log(phi);
    return scalar_curves(n, eta, x, delta, out, [&](std::size_t i, double e) {
      const double p = inv_logit(e - log_phi), q = inv_logit(log_phi - e);
      const double term = scalar::negative_binomial_log(y[i], e, phi, log_phi);
      return Row{y[i] * q - phi * p, (y[i] + phi) * p * q, term, term};
    });
  }
  return HWY_DYNAMIC_DISPATCH(negative_binomial_log_curves)(n, y, eta, x, delta, phi, out);
}

double normal_curves(std::size_t n, const double* y, const double* eta, const double* x, double delta,
                     double sigma, const Curves& out) {
  if (detail::scalar_chosen()) {
    const double r = scalar::inverse_scale(sigma);
    return scalar_curves(n, eta, x, delta, out, [&](std::size_t i, double e) {
      const double term = -0.5 * scalar::normal(y[i], e, r);
      return Row{(y[i] - e) * r * r, r * r, term, term};
    });
  }
  return HWY_DYNAMIC_DISPATCH(normal_curves)(n, y, eta, x, delta, sigma, out);
}

SlopeAndCurvature along_column(std::size_t n, const double* x, const double* slope, const double* weight) {
  if (detail::scalar_chosen()) {
    return {scalar::sum_rows(n, [&](std::size_t i) { return x[i] * slope[i]; }),
            scalar::sum_rows(n, [&](std::size_t i) { return x[i] * x[i] * weight[i]; })};
  }
  return {HWY_DYNAMIC_DISPATCH(slope_along)(n, x, slope),
          HWY_DYNAMIC_DISPATCH(curvature_along)(n, x, weight)};
}

}  // namespace cggibbs::kernels
#endif
