// The specification of the likelihood kernels: one term per row, added without loss.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "base/double_double.hpp"
#include "base/special.hpp"

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

/// In the forms below every summand of a Bernoulli, binomial or negative binomial term is <= 0: nothing
/// cancels.
inline double bernoulli_logit(double y, double eta) {
  return (y * eta - std::max(eta, 0.0)) - std::log1p(std::exp(-std::abs(eta)));
}

inline double bernoulli_probit(double y, double eta) {
  const double s = (2 * y - 1) * eta;
  return s > 0 ? std::log1p(-normal_cdf(-s)) : log_normal_cdf(s);
}

inline double binomial_logit(double y, double trials, double eta) {
  return y * std::min(eta, 0.0) - (trials - y) * std::max(eta, 0.0) -
         trials * std::log1p(std::exp(-std::abs(eta)));
}

inline double poisson_log(double y, double eta) {
  const double mean = std::exp(eta);
  return mean == inf ? -inf : y * eta - mean;
}

/// With w = eta - log(phi).
inline double negative_binomial_log(double y, double eta, double phi, double log_phi) {
  const double w = eta - log_phi;
  return y * std::min(w, 0.0) - phi * std::max(w, 0.0) - (y + phi) * std::log1p(std::exp(-std::abs(w)));
}

/// To be multiplied by -shape.
inline double gamma_log(double y, double eta) {
  return eta + y * std::exp(-eta);
}

/// To be multiplied by -1/2.
inline double normal(double y, double eta, double inverse_sigma) {
  return square((y - eta) * inverse_sigma);
}

/// To be multiplied by -(nu + 1) / 2; the scale is sigma * sqrt(nu).
inline double student_t(double y, double eta, double inverse_scale) {
  const double z = std::min(std::abs((y - eta) * inverse_scale), std::numeric_limits<double>::max());
  // The square of a large z overflows where its logarithm does not.
  return z < 1e100 ? std::log1p(z * z) : 2 * std::log(z);
}

}  // namespace cggibbs::kernels::scalar
