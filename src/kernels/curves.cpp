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

/// What one vector of rows gives: its terms are `term` - log(1 + t).
struct Row {
  V term, slope, weight, t;
};

struct Sums {
  V terms, slopes, curvatures, product;
};

template <class Kernel, class Rows>
HWY_INLINE void add_row(D d, Rows rows, const Kernel& kernel, const double* x, Sums& s) {
  const auto r = kernel(d, rows);
  const V v = rows.or_zero(d, rows.load(d, x));
  s.terms = hn::Add(s.terms, rows.or_zero(d, r.term));
  s.slopes = hn::MulAdd(v, r.slope, s.slopes);
  s.curvatures = hn::MulAdd(hn::Mul(v, v), r.weight, s.curvatures);
  if constexpr (Kernel::has_logs) s.product = times_one_plus(d, s.product, rows.or_zero(d, r.t));
}

/// Two sets of sums hide the latency of additions; products are turned into logarithms before they overflow.
template <class Kernel>
HWY_INLINE Along sum_curves(std::size_t n, const Kernel& kernel, const double* x,
                            const double* next = nullptr) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  const V zero = hn::Zero(d);
  Sums a{zero, zero, zero, zero}, b{zero, zero, zero, zero};
  V logs = zero;
  constexpr std::size_t block = 499;
  for (std::size_t i = 0; i < n;) {
    const std::size_t end = i + std::min(block, (n - i) / (2 * lanes)) * 2 * lanes;
    for (; i < end; i += 2 * lanes) {
      if (next != nullptr) {
        __builtin_prefetch(next + i);
        __builtin_prefetch(next + i + lanes);
      }
      add_row(d, FullRows{i}, kernel, x, a);
      add_row(d, FullRows{i + lanes}, kernel, x, b);
    }
    if (n - i < 2 * lanes) {
      if (n - i >= lanes) {
        add_row(d, FullRows{i}, kernel, x, a);
        i += lanes;
      }
      if (i < n) add_row(d, LastRows{i, n - i}, kernel, x, b);
      i = n;
    }
    if constexpr (Kernel::has_logs) {
      logs = hn::Add(logs, hn::Log1p(d, times_one_plus(d, a.product, b.product)));
      a.product = b.product = zero;
    }
  }
  return {sum_lanes(d, hn::Sub(hn::Add(a.terms, b.terms), logs)), sum_lanes(d, hn::Add(a.slopes, b.slopes)),
          sum_lanes(d, hn::Add(a.curvatures, b.curvatures))};
}

struct BernoulliLogitCurves {
  static constexpr bool has_logs = true;
  const double* y;
  Shifted eta;
  Store store;
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows) const {
    const V e = eta(d, rows), one = rows.load(d, y), t = exp_minus_abs(d, e);
    V p, q;
    logit_parts(d, e, t, p, q);
    const V slope = binomial_slope(one, hn::Sub(hn::Set(d, 1.0), one), p, q), weight = hn::Mul(p, q);
    store(d, rows, e, slope, weight, t);
    return {hn::MulSub(one, e, hn::Max(hn::Zero(d), e)), slope, weight, t};
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

/// successes log p + failures log q with p = inv_logit(x).
HWY_INLINE Row binomial_row(D d, V x, V successes, V failures) {
  const V all = hn::Add(successes, failures), t = exp_minus_abs(d, x);
  V p, q;
  logit_parts(d, x, t, p, q);
  const V gain = hn::Mul(successes, hn::Min(hn::Zero(d), x));
  const V loss = hn::Mul(failures, hn::Max(hn::Zero(d), x));
  const V term = hn::NegMulAdd(all, log1p_unit(d, t), hn::Sub(gain, loss));
  return {term, binomial_slope(successes, failures, p, q), hn::Mul(all, hn::Mul(p, q)), term};
}

struct BinomialLogitCurves {
  static constexpr bool has_logs = false;
  const double* y;
  const double* trials;
  Shifted eta;
  Store store;
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows) const {
    const V e = eta(d, rows), successes = rows.load(d, y);
    const Row r = binomial_row(d, e, successes, hn::Sub(rows.load(d, trials), successes));
    store(d, rows, e, r.slope, r.weight, r.term);
    return r;
  }
};

struct PoissonLogCurves {
  static constexpr bool has_logs = false;
  const double* y;
  Shifted eta;
  Store store;
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows) const {
    const V e = eta(d, rows), count = rows.load(d, y), mean = exp_or_inf(d, e);
    const V term = hn::Sub(hn::Mul(count, hn::Min(hn::Set(d, exp_highest), e)), mean);
    const V slope = hn::Sub(count, mean), weight = mean;
    store(d, rows, e, slope, weight, term);
    return {term, slope, weight, term};
  }
};

struct NegativeBinomialLogCurves {
  static constexpr bool has_logs = false;
  const double* y;
  Shifted eta;
  double phi;
  double log_phi;
  Store store;
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows) const {
    const V e = eta(d, rows);
    const Row r = binomial_row(d, hn::Sub(e, hn::Set(d, log_phi)), rows.load(d, y), hn::Set(d, phi));
    store(d, rows, e, r.slope, r.weight, r.term);
    return r;
  }
};

struct NormalCurves {
  static constexpr bool has_logs = false;
  const double* y;
  Shifted eta;
  double inverse_sigma;
  Store store;
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows) const {
    const V e = eta(d, rows), r = hn::Set(d, inverse_sigma);
    const V z = hn::Mul(hn::Sub(rows.load(d, y), e), r);
    const V term = hn::Mul(hn::Set(d, -0.5), hn::Mul(z, z));
    const V slope = hn::Mul(z, r), weight = hn::Mul(r, r);
    store(d, rows, e, slope, weight, term);
    return {term, slope, weight, term};
  }
};

/// Slopes and weights as they are stored.
struct Stored {
  static constexpr bool has_logs = false;
  const double* slope;
  const double* weight;
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows) const {
    const V zero = hn::Zero(d);
    return {zero, rows.load(d, slope), rows.load(d, weight), zero};
  }
};

Along bernoulli_logit_curves(std::size_t n, const double* y, const double* eta, const double* x, double delta,
                             const Curves& out) {
  return sum_curves(n, BernoulliLogitCurves{y, Shifted{eta, x, delta}, Store(out)}, x, out.next);
}
double bernoulli_logit_sum_kept(std::size_t n, const double* y, const double* eta, const double* kept) {
  const TermsAndLogs s = sum_rows_and_logs<1>(n, BernoulliLogitKept{y, eta, kept});
  return s.terms - s.logs;
}
Along binomial_logit_curves(std::size_t n, const double* y, const double* trials, const double* eta,
                            const double* x, double delta, const Curves& out) {
  return sum_curves(n, BinomialLogitCurves{y, trials, Shifted{eta, x, delta}, Store(out)}, x, out.next);
}
Along poisson_log_curves(std::size_t n, const double* y, const double* eta, const double* x, double delta,
                         const Curves& out) {
  return sum_curves(n, PoissonLogCurves{y, Shifted{eta, x, delta}, Store(out)}, x, out.next);
}
Along negative_binomial_log_curves(std::size_t n, const double* y, const double* eta, const double* x,
                                   double delta, double phi, const Curves& out) {
  return sum_curves(n, NegativeBinomialLogCurves{y, Shifted{eta, x, delta}, phi, std::log(phi), Store(out)},
                    x);
}
Along normal_curves(std::size_t n, const double* y, const double* eta, const double* x, double delta,
                    double sigma, const Curves& out) {
  return sum_curves(n, NormalCurves{y, Shifted{eta, x, delta}, scalar::inverse_scale(sigma), Store(out)}, x,
                    out.next);
}
Along along_column(std::size_t n, const double* x, const double* slope, const double* weight) {
  return sum_curves(n, Stored{slope, weight}, x);
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
HWY_EXPORT(along_column);

namespace {

/// The scalar specification: row(i, eta) gives slope, weight, kept and term of one row.
struct ScalarRow {
  double slope, weight, kept, term;
};
template <class F>
Along scalar_curves(std::size_t n, const double* eta, const double* x, double delta, const Curves& out,
                    F row) {
  DoubleDouble slope, curvature;
  const double sum = scalar::sum_rows(n, [&](std::size_t i) {
    const double e = scalar::shifted(eta[i], x[i], delta);
    const ScalarRow r = row(i, e);
    out.eta[i] = e;
    out.slope[i] = r.slope;
    out.weight[i] = r.weight;
    out.kept[i] = r.kept;
    slope += x[i] * r.slope;
    curvature += x[i] * x[i] * r.weight;
    return r.term;
  });
  return {sum, slope.value(), curvature.value()};
}

}  // namespace

Along bernoulli_logit_curves(std::size_t n, const double* y, const double* eta, const double* x, double delta,
                             const Curves& out) {
  if (detail::scalar_chosen()) {
    return scalar_curves(n, eta, x, delta, out, [&](std::size_t i, double e) {
      const double p = inv_logit(e), q = inv_logit(-e);
      return ScalarRow{y[i] * q - (1 - y[i]) * p, p * q, std::exp(-std::abs(e)),
                       scalar::bernoulli_logit(y[i], e)};
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

Along binomial_logit_curves(std::size_t n, const double* y, const double* trials, const double* eta,
                            const double* x, double delta, const Curves& out) {
  if (detail::scalar_chosen()) {
    return scalar_curves(n, eta, x, delta, out, [&](std::size_t i, double e) {
      const double p = inv_logit(e), q = inv_logit(-e), term = scalar::binomial_logit(y[i], trials[i], e);
      return ScalarRow{y[i] * q - (trials[i] - y[i]) * p, trials[i] * p * q, term, term};
    });
  }
  return HWY_DYNAMIC_DISPATCH(binomial_logit_curves)(n, y, trials, eta, x, delta, out);
}

Along poisson_log_curves(std::size_t n, const double* y, const double* eta, const double* x, double delta,
                         const Curves& out) {
  if (detail::scalar_chosen()) {
    return scalar_curves(n, eta, x, delta, out, [&](std::size_t i, double e) {
      const double mean = std::exp(e), term = scalar::poisson_log(y[i], e);
      return ScalarRow{y[i] - mean, mean, term, term};
    });
  }
  return HWY_DYNAMIC_DISPATCH(poisson_log_curves)(n, y, eta, x, delta, out);
}

Along negative_binomial_log_curves(std::size_t n, const double* y, const double* eta, const double* x,
                                   double delta, double phi, const Curves& out) {
  if (detail::scalar_chosen()) {
    const double log_phi = std::log(phi);
    return scalar_curves(n, eta, x, delta, out, [&](std::size_t i, double e) {
      const double p = inv_logit(e - log_phi), q = inv_logit(log_phi - e);
      const double term = scalar::negative_binomial_log(y[i], e, phi, log_phi);
      return ScalarRow{y[i] * q - phi * p, (y[i] + phi) * p * q, term, term};
    });
  }
  return HWY_DYNAMIC_DISPATCH(negative_binomial_log_curves)(n, y, eta, x, delta, phi, out);
}

Along normal_curves(std::size_t n, const double* y, const double* eta, const double* x, double delta,
                    double sigma, const Curves& out) {
  if (detail::scalar_chosen()) {
    const double r = scalar::inverse_scale(sigma);
    return scalar_curves(n, eta, x, delta, out, [&](std::size_t i, double e) {
      const double term = -0.5 * scalar::normal(y[i], e, r);
      return ScalarRow{(y[i] - e) * r * r, r * r, term, term};
    });
  }
  return HWY_DYNAMIC_DISPATCH(normal_curves)(n, y, eta, x, delta, sigma, out);
}

Along along_column(std::size_t n, const double* x, const double* slope, const double* weight) {
  if (detail::scalar_chosen()) {
    return {0, scalar::sum_rows(n, [&](std::size_t i) { return x[i] * slope[i]; }),
            scalar::sum_rows(n, [&](std::size_t i) { return x[i] * x[i] * weight[i]; })};
  }
  return HWY_DYNAMIC_DISPATCH(along_column)(n, x, slope, weight);
}

}  // namespace cggibbs::kernels
#endif
