// The standard normal distribution function and its logarithm.
#include "base/special.hpp"

namespace cggibbs {

double normal_cdf(double x) {
  return 0.5 * std::erfc(-x * M_SQRT1_2);
}

namespace {

/// Phi(x) / phi(x) for x < -14 by the asymptotic series of Mills' ratio: 1/t - 1/t^3 + 3/t^5 - ...
double mills_tail(double t) {
  const double r = 1 / (t * t);
  double term = 1;
  double sum = 1;
  for (int k = 1; k <= 12; ++k) {
    term *= -(2 * k - 1) * r;
    sum += term;
  }
  return sum / t;
}

constexpr double tail = -14;

}  // namespace

double log_normal_cdf(double x) {
  if (x > 0) return std::log1p(-0.5 * std::erfc(x * M_SQRT1_2));
  if (x > tail) return std::log(normal_cdf(x));
  return -0.5 * x * x - 0.5 * log_two_pi + std::log(mills_tail(-x));
}

double inverse_mills(double x) {
  if (x > tail) return std::exp(-0.5 * x * x - 0.5 * log_two_pi) / normal_cdf(x);
  return 1 / mills_tail(-x);
}

}  // namespace cggibbs
