// Density and derivatives of the categorical distribution.
#include "distributions/categorical.hpp"

#include <algorithm>
#include <numeric>

#include "distributions/guards.hpp"

namespace cggibbs {
namespace {

double sum(Event weights) {
  return std::accumulate(weights.begin(), weights.end(), 0.0);
}

bool is_category(double x, Event weights) {
  return x >= 1 && x <= static_cast<double>(weights.size()) && x == std::floor(x);
}

}  // namespace

double Categorical::log_density(Event x, Event weights) {
  double total = 0;
  bool negative = false;
  for (double w : weights) {
    total += w;
    negative = negative || w < 0;
  }
  if (!is_category(x[0], weights) || !positive(total)) return no_density(x[0], total);
  if (negative) return -inf;
  const double w = weights[static_cast<std::size_t>(x[0]) - 1], share = w / total;
  return share > 1e-290 ? std::log(share) : std::log(w) - std::log(total);
}

void Categorical::add_slopes(Event x, Event weights, double weight, double* const* out) {
  if (out[1] == nullptr || !is_category(x[0], weights)) return;
  const double total = sum(weights);
  for (std::size_t k = 0; k < weights.size(); ++k) out[1][k] -= weight / total;
  const std::size_t k = static_cast<std::size_t>(x[0]) - 1;
  out[1][k] += weight / weights[k];
}

void Categorical::draw(Rng& rng, Event weights, std::span<double> x) {
  const double total = sum(weights);
  x[0] = nan;
  if (!positive(total) || std::any_of(weights.begin(), weights.end(), [](double w) { return w < 0; })) return;
  double u = rng.uniform() * total;
  for (std::size_t k = 0; k < weights.size() && u > 0; ++k) {
    if (weights[k] > 0) x[0] = static_cast<double>(k + 1);
    u -= weights[k];
  }
}

}  // namespace cggibbs
