// Log gamma by the C library, its derivatives by Boost, differences of it by Stirling's series.
#include "base/gamma_functions.hpp"

#include <math.h>

#include <algorithm>
#include <array>
#include <bit>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/log1p.hpp>
#include <boost/math/special_functions/trigamma.hpp>
#include <cstdint>
#include <limits>

#include "base/quiet_boost.hpp"
#include "base/special.hpp"

namespace cggibbs {
double log_gamma(double x) {
  // Counts come again and again.
  constexpr std::size_t known = 256;
  static const auto table = [] {
    std::array<double, known> t{};
    int sign;
    for (std::size_t k = 1; k < known; ++k) t[k] = ::lgamma_r(static_cast<double>(k), &sign);
    return t;
  }();
  if (x >= 1 && x < known)
    if (const auto k = static_cast<std::size_t>(x); static_cast<double>(k) == x) return table[k];
  // So do shapes, of many rows and of candidates in turn.
  struct Known {
    double x = std::numeric_limits<double>::quiet_NaN(), value = 0;
  };
  thread_local constinit std::array<Known, 64> lately{};
  Known& here = lately[(std::bit_cast<std::uint64_t>(x) * 0x9E3779B97F4A7C15U) >> 58];
  if (here.x != x) {
    int sign;
    here = {x, ::lgamma_r(x, &sign)};
  }
  return here.value;
}

double digamma(double x) {
  return boost::math::digamma(x, Quiet());
}

double trigamma(double x) {
  return boost::math::trigamma(x, Quiet());
}

/// The series is exact to the last bit.
double stirling_remainder(double x) {
  const double r = 1 / x;
  const double s = r * r;
  return r * (1. / 12 - s * (1. / 360 -
                             s * (1. / 1260 -
                                  s * (1. / 1680 - s * (1. / 1188 - s * (691. / 360360 - s * (1. / 156)))))));
}

double log_beta(double a, double b) {
  if (a > b) std::swap(a, b);
  if (b < stirling_from) return log_gamma(a) + log_gamma(b) - log_gamma(a + b);
  const double remainder = stirling_remainder(b) - stirling_remainder(a + b);
  if (a < stirling_from)
    return log_gamma(a) + a * (1 - std::log(a + b)) - (b - 0.5) * std::log1p(a / b) + remainder;
  return 0.5 * (log_two_pi - std::log(b)) + (a - 0.5) * std::log(a / (a + b)) - b * std::log1p(a / b) +
         stirling_remainder(a) + remainder;
}

double log_choose(double n, double k) {
  if (k == 0 || k == n) return 0;
  return -std::log1p(n) - log_beta(k + 1, n - k + 1);
}

/// 1 / (k B(k, x)); of small counts the product that this is.
double log_choose_rising(double x, double k) {
  if (k == 0) return 0;
  if (k > 16 || x > 1e15) return -std::log(k) - log_beta(k, x);
  double above = 1, below = 1;
  for (double j = 0; j < k; ++j) {
    above *= x + j;
    below *= j + 1;
  }
  return std::log(above / below);
}

double log_gamma_kernel(double a, double y, double log_y) {
  if (y == inf) return -inf;
  if (a < stirling_from) return a * log_y - y - log_gamma(a);
  // a log y - y - (a log a - a) = a (log(1 + d) - d) with d = y / a - 1, free of cancellation near the mode.
  const double d = (y - a) / a;
  const double excess = std::abs(d) < 0.3 ? boost::math::log1pmx(d, Quiet()) : log_y - std::log(a) - d;
  return a * excess + 0.5 * (std::log(a) - log_two_pi) - stirling_remainder(a);
}

}  // namespace cggibbs
