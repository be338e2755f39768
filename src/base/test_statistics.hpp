// Tests of laws, for tests: Kolmogorov-Smirnov, chi-square, normal tails.
#pragma once

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace cggibbs::test {

/// P(sup |B| > t) of the Brownian bridge: the tail of sqrt(n) times the KS distance.
inline double kolmogorov_tail(double t) {
  if (t < 0.2) return 1;  // 1 - 1e-12
  double total = 0;
  double sign = 1;
  for (int k = 1; k < 100; ++k) {
    const double term = std::exp(-2.0 * k * k * t * t);
    total += sign * term;
    sign = -sign;
    if (term < 1e-18) break;
  }
  return std::clamp(2 * total, 0.0, 1.0);
}

/// Stephens' finite-sample correction of the tail.
inline double ks_p_value(double distance, double n) {
  const double root = std::sqrt(n);
  return kolmogorov_tail((root + 0.12 + 0.11 / root) * distance);
}

/// p value of x against a continuous distribution function.
template <class Cdf>
double ks_one_sample(std::vector<double> x, const Cdf& cdf) {
  std::sort(x.begin(), x.end());
  const auto n = static_cast<double>(x.size());
  double distance = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double f = cdf(x[i]);
    distance = std::max({distance, f - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - f});
  }
  return ks_p_value(distance, n);
}

/// Largest difference of two empirical distribution functions.
inline double ks_distance(std::vector<double> a, std::vector<double> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  const auto n = static_cast<double>(a.size());
  const auto m = static_cast<double>(b.size());
  double distance = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const double x = std::min(a[i], b[j]);
    while (i < a.size() && !(a[i] > x)) ++i;
    while (j < b.size() && !(b[j] > x)) ++j;
    distance = std::max(distance, std::abs(static_cast<double>(i) / n - static_cast<double>(j) / m));
  }
  return distance;
}

/// The same in units of its size where laws are equal: above 2.5 has probability 7e-6.
inline double ks_statistic(const std::vector<double>& a, const std::vector<double>& b) {
  const auto n = static_cast<double>(a.size()), m = static_cast<double>(b.size());
  return ks_distance(a, b) * std::sqrt(n * m / (n + m));
}

/// p value of equal laws. With ties (discrete values) or pairs that are alike it errs on the side of silence.
inline double ks_two_sample(const std::vector<double>& a, const std::vector<double>& b) {
  const auto n = static_cast<double>(a.size()), m = static_cast<double>(b.size());
  return ks_p_value(ks_distance(a, b), n * m / (n + m));
}

/// P(|N(0,1)| > |z|)
inline double two_sided_normal(double z) {
  return std::erfc(std::abs(z) / std::sqrt(2.0));
}

/// p value of counts against probabilities that sum to one; expected counts should not be below five.
inline double chi_square(std::span<const double> counts, std::span<const double> probabilities) {
  double n = 0;
  for (double c : counts) n += c;
  double statistic = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = n * probabilities[i];
    statistic += (counts[i] - expected) * (counts[i] - expected) / expected;
  }
  return boost::math::gamma_q(0.5 * static_cast<double>(counts.size() - 1), 0.5 * statistic);
}

}  // namespace cggibbs::test
