// Tests of laws, for tests: Kolmogorov-Smirnov, chi-square, normal tails.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace cggibbs::test {

/// P(sup |B| > t) of the Brownian bridge: the tail of sqrt(n) times the KS distance.
double kolmogorov_tail(double t);

/// Stephens' finite-sample correction of the tail.
double ks_p_value(double distance, double n);

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
double ks_distance(std::vector<double> a, std::vector<double> b);

/// The same in units of its size where laws are equal: above 2.5 has probability 7e-6.
double ks_statistic(const std::vector<double>& a, const std::vector<double>& b);

/// p value of equal laws. With ties (discrete values) or pairs that are alike it errs on the side of silence.
double ks_two_sample(const std::vector<double>& a, const std::vector<double>& b);

/// P(|N(0,1)| > |z|)
double two_sided_normal(double z);

/// p value of counts against probabilities that sum to one; expected counts should not be below five.
double chi_square(std::span<const double> counts, std::span<const double> probabilities);

}  // namespace cggibbs::test
