// Distances and tails.
#include "base/test_statistics.hpp"

#include <boost/math/special_functions/gamma.hpp>

namespace cggibbs::test {

double kolmogorov_tail(double t) {
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

double ks_p_value(double distance, double n) {
  const double root = std::sqrt(n);
  return kolmogorov_tail((root + 0.12 + 0.11 / root) * distance);
}

double ks_distance(std::vector<double> a, std::vector<double> b) {
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

double ks_statistic(const std::vector<double>& a, const std::vector<double>& b) {
  const auto n = static_cast<double>(a.size()), m = static_cast<double>(b.size());
  return ks_distance(a, b) * std::sqrt(n * m / (n + m));
}

double ks_two_sample(const std::vector<double>& a, const std::vector<double>& b) {
  const auto n = static_cast<double>(a.size()), m = static_cast<double>(b.size());
  return ks_p_value(ks_distance(a, b), n * m / (n + m));
}

double two_sided_normal(double z) {
  return std::erfc(std::abs(z) / std::sqrt(2.0));
}

double chi_square(std::span<const double> counts, std::span<const double> probabilities) {
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
