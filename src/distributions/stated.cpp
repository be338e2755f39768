// Rounding and adding.
#include "distributions/stated.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace cggibbs {

double Rounded::log_density(Event x, Event t, Event digits) {
  if (std::isnan(x[0]) || std::isnan(t[0]) || std::isnan(digits[0])) return nan;
  // As an interval: a t on its edge has probability 0, and decimal fractions are not exact.
  return std::abs(x[0] - t[0]) <= 0.5 * std::pow(10, -digits[0]) ? 0 : -inf;
}

void Rounded::draw(Rng&, Event t, Event digits, std::span<double> x) {
  const double unit = std::pow(10, -digits[0]);
  x[0] = std::nearbyint(t[0] / unit) * unit;
}

double Total::log_density(Event x, Event terms) {
  double sum = 0, size = std::abs(x[0]);
  for (const double t : terms) {
    sum += t;
    size += std::abs(t);
  }
  if (std::isnan(x[0]) || std::isnan(sum)) return nan;
  return std::abs(x[0] - sum) <= 1e-9 * size ? 0 : -inf;
}

void Total::draw(Rng&, Event terms, std::span<double> x) {
  x[0] = std::accumulate(terms.begin(), terms.end(), 0.0);
}

}  // namespace cggibbs
