// Density, derivatives and draws of the categorical distribution.
#include "distributions/categorical.hpp"

#include <numeric>

#include "distributions/guards.hpp"

namespace cggibbs::categorical {
namespace {

double sum(std::span<const double> weights) {
  return std::accumulate(weights.begin(), weights.end(), 0.0);
}

bool is_category(double x, std::span<const double> weights) {
  return x >= 1 && x <= static_cast<double>(weights.size()) && x == std::floor(x);
}

std::size_t index(double x) {
  return static_cast<std::size_t>(x) - 1;
}

}  // namespace

double log_density(double x, std::span<const double> weights) {
  const double total = sum(weights);
  if (!is_category(x, weights) || !positive(total)) return no_density(x, total);
  for (const double w : weights)
    if (w < 0) return -inf;
  return std::log(weights[index(x)]) - std::log(total);
}

void partials(double x, std::span<const double> weights, std::span<double> first, std::span<double> second) {
  const double total = sum(weights);
  std::fill(first.begin(), first.end(), -1 / total);
  std::fill(second.begin(), second.end(), 1 / square(total));
  const std::size_t k = index(x);
  first[k] += 1 / weights[k];
  second[k] -= 1 / square(weights[k]);
}

double draw(Rng& rng, std::span<const double> weights) {
  double u = rng.uniform() * sum(weights);
  // Rounding may carry u past the last category, which then must not be one of weight 0.
  std::size_t last = 0;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    if (weights[k] == 0) continue;
    last = k;
    u -= weights[k];
    if (u < 0) break;
  }
  return static_cast<double>(last + 1);
}

}  // namespace cggibbs::categorical
