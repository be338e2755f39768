// Means and variances of spans, accurate when the mean dwarfs the spread.
#pragma once

#include <cstddef>
#include <span>

#include "base/special.hpp"

namespace cggibbs {

/// Sum of f(i) for i < n with four running sums: fast, and in an order that never changes.
template <class F>
double sum_over(std::size_t n, F f) {
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    s0 += f(i);
    s1 += f(i + 1);
    s2 += f(i + 2);
    s3 += f(i + 3);
  }
  for (; i < n; ++i) s0 += f(i);
  return (s0 + s1) + (s2 + s3);
}

/// The second pass makes the mean of equal values that value, so that their variance is exactly 0.
inline double mean(std::span<const double> x) {
  const auto n = static_cast<double>(x.size());
  const double first = sum_over(x.size(), [&](std::size_t i) { return x[i]; }) / n;
  if (!(first - first == 0)) return first;  // infinite or NaN: no correction
  return first + sum_over(x.size(), [&](std::size_t i) { return x[i] - first; }) / n;
}

/// With divisor n - 1; NaN for fewer than two values.
inline double variance(std::span<const double> x, double center) {
  const double ss = sum_over(x.size(), [&](std::size_t i) { return (x[i] - center) * (x[i] - center); });
  return x.size() < 2 ? nan : ss / static_cast<double>(x.size() - 1);
}

inline double variance(std::span<const double> x) {
  return variance(x, mean(x));
}

}  // namespace cggibbs
