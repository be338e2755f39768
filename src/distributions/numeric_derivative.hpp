// Derivatives by Ridders' extrapolation of central differences, for tests.
#pragma once

#include <array>
#include <cmath>
#include <limits>

namespace cggibbs {

/// Order 1 or 2; the step starts at h and shrinks, the entry of the tableau with the smallest error wins.
template <class F>
double numeric_derivative(const F& f, double x, double h, int order) {
  constexpr int rows = 12;
  constexpr double shrink = 1.6;
  const double middle = f(x);
  const auto difference = [&](double step) {
    const double up = f(x + step);
    const double down = f(x - step);
    return order == 1 ? (up - down) / (2 * step) : (up - 2 * middle + down) / (step * step);
  };
  std::array<std::array<double, rows>, rows> t{};
  double best = std::numeric_limits<double>::quiet_NaN();
  double error = std::numeric_limits<double>::infinity();
  for (int i = 0; i < rows; ++i, h /= shrink) {
    t[i][0] = difference(h);
    double factor = shrink * shrink;
    for (int k = 1; k <= i; ++k, factor *= shrink * shrink) {
      t[i][k] = (factor * t[i][k - 1] - t[i - 1][k - 1]) / (factor - 1);
      const double e = std::max(std::abs(t[i][k] - t[i][k - 1]), std::abs(t[i][k] - t[i - 1][k - 1]));
      if (e < error) {
        error = e;
        best = t[i][k];
      }
    }
  }
  return best;
}

}  // namespace cggibbs
