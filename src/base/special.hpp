// Logarithms and exponentials that stay finite where the textbook formula does not.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace cggibbs {

inline constexpr double inf = std::numeric_limits<double>::infinity();
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double log_two_pi = 1.837877066409345483560659472811235279;
inline constexpr double log_pi = 1.144729885849400174143427351353058712;
inline constexpr double log_two = 0.693147180559945309417232121458176568;

/// log(1 + exp(x))
inline double log1p_exp(double x) {
  return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
}

/// log(1 - exp(x)) for x <= 0
inline double log1m_exp(double x) {
  return x > -log_two ? std::log(-std::expm1(x)) : std::log1p(-std::exp(x));
}

inline double inv_logit(double x) {
  if (x >= 0) return 1 / (1 + std::exp(-x));
  const double e = std::exp(x);
  return e / (1 + e);
}

inline double logit(double p) {
  return std::log(p) - std::log1p(-p);
}

inline double log_add_exp(double a, double b) {
  if (a < b) std::swap(a, b);
  return b == -inf ? a : a + std::log1p(std::exp(b - a));
}

inline double square(double x) {
  return x * x;
}

/// log of the standard normal distribution function, accurate far into the lower tail.
double log_normal_cdf(double x);
double normal_cdf(double x);
/// phi(x) / Phi(x), the derivative of log_normal_cdf.
double inverse_mills(double x);

}  // namespace cggibbs
