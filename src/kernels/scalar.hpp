// The specification of the kernels: one row at a time, added without loss.
//
// A likelihood is a struct derived from scalar::Family, made from Arguments, with the term of row i at eta = e, and its slope and
// weight if it has loops for these.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "base/double_double.hpp"
#include "base/special.hpp"
#include "kernels/likelihood.hpp"

namespace cggibbs::kernels::scalar {

/// eta + delta * x, kept finite so that 0 * eta is 0 and no difference of infinities arises.
inline double shifted(double eta, double x, double delta) {
  constexpr double largest = std::numeric_limits<double>::max();
  return std::clamp(eta + delta * x, -largest, largest);
}

/// 1 / scale, kept finite so that a residual of 0 stays 0 when the scale is subnormal.
inline double inverse_scale(double scale) {
  return std::min(1 / scale, std::numeric_limits<double>::max());
}

/// The terms rounded once each, their sum once in the end.
template <class Term>
double sum_rows(std::size_t n, Term term) {
  DoubleDouble total;
  for (std::size_t i = 0; i < n; ++i) total += term(i);
  return std::isfinite(total.hi) ? total.value() : total.hi;
}

/// -d2 / d eta2 is called weight.
struct Derivatives {
  double slope;
  double weight;
};

struct Family {
  double total(double terms) const { return terms; }
  /// What `curves` keeps of a row, and the term from it.
  double kept(double, double term) const { return term; }
  double term_kept(std::size_t, double, double kept) const { return kept; }
};

/// successes log p + failures log q with p = inv_logit(x): no summand is above 0, so nothing cancels.
inline double binomial_term(double x, double successes, double failures, double all) {
  return successes * std::min(x, 0.0) - failures * std::max(x, 0.0) -
         all * std::log1p(std::exp(-std::abs(x)));
}
inline Derivatives binomial_derivatives(double x, double successes, double failures, double all) {
  const double p = inv_logit(x), q = inv_logit(-x);
  return {successes * q - failures * p, all * p * q};
}

/// successes log Phi(x) + failures log Phi(-x).
inline double probit_term(double x, double successes, double failures) {
  const double above = successes == 0 ? 0 : successes * log_normal_cdf(x);
  return above + (failures == 0 ? 0 : failures * log_normal_cdf(-x));
}
inline Derivatives probit_derivatives(double x, double successes, double failures) {
  // Minus the slope of inverse_mills; by its series in the tail, where it would cancel.
  const auto weight = [](double s) {
    const double r = 1 / (s * s), m = inverse_mills(s);
    return s < -300 ? 1 - r * (1 - 6 * r) : std::max(0.0, m * (s + m));
  };
  const auto times = [](double k, double value) { return k == 0 ? 0 : k * value; };
  return {times(successes, inverse_mills(x)) - times(failures, inverse_mills(-x)),
          times(successes, weight(x)) + times(failures, weight(-x))};
}

template <class F>
double sum_at(std::size_t n, const Arguments& a) {
  const F family(a);
  return family.total(sum_rows(n, [&](std::size_t i) { return family.term(i, a.eta[i]); }));
}

template <class F>
double sum_shifted(std::size_t n, const Arguments& a, const double* x, double delta) {
  const F family(a);
  return family.total(
      sum_rows(n, [&](std::size_t i) { return family.term(i, shifted(a.eta[i], x[i], delta)); }));
}

template <class F>
void sums_shifted(std::size_t n, const Arguments& a, const double* x, std::size_t count, const double* deltas,
                  double* out) {
  for (std::size_t k = 0; k < count; ++k) out[k] = sum_shifted<F>(n, a, x, deltas[k]);
}

template <class F>
void each_at(std::size_t n, const Arguments& a, double* out) {
  const F family(a);
  for (std::size_t i = 0; i < n; ++i) out[i] = family.total(family.term(i, a.eta[i]));
}

template <class F>
double sum_with_slope(std::size_t n, const Arguments& a, double* slope) {
  const F family(a);
  return family.total(sum_rows(n, [&](std::size_t i) {
    slope[i] += family.derivatives(i, a.eta[i]).slope;
    return family.term(i, a.eta[i]);
  }));
}

template <class F>
Along curves(std::size_t n, const Arguments& a, const double* x, double delta, const Curves& out) {
  const F family(a);
  DoubleDouble slope, curvature;
  const double sum = sum_rows(n, [&](std::size_t i) {
    const double e = shifted(a.eta[i], x[i], delta), term = family.total(family.term(i, e));
    const Derivatives row = family.derivatives(i, e);
    out.eta[i] = e;
    out.slope[i] = row.slope;
    out.weight[i] = row.weight;
    out.kept[i] = family.kept(e, term);
    slope += x[i] * row.slope;
    curvature += x[i] * x[i] * row.weight;
    return term;
  });
  return {sum, slope.value(), curvature.value()};
}

template <class F>
double sum_by_rest(std::size_t n, const Arguments& a) {
  const F family(a);
  return sum_rows(n, [&](std::size_t i) { return family.by_rest(i, a.eta[i]); });
}

template <class F>
double sum_kept(std::size_t n, const Arguments& a, const double* kept) {
  const F family(a);
  return sum_rows(n, [&](std::size_t i) { return family.term_kept(i, a.eta[i], kept[i]); });
}

template <class F>
constexpr Likelihood loops_of() {
  Likelihood l{sum_at<F>, sum_shifted<F>, sums_shifted<F>, each_at<F>, nullptr, nullptr, nullptr};
  if constexpr (requires { &F::derivatives; }) {
    l.slope = sum_with_slope<F>;
    l.curves = curves<F>;
    l.sum_kept = sum_kept<F>;
  }
  return l;
}
template <class F>
inline constexpr Likelihood likelihood = loops_of<F>();

}  // namespace cggibbs::kernels::scalar
