// Density and derivatives of the multinomial distribution.
#include "distributions/multinomial.hpp"

#include <cmath>
#include <vector>

#include "base/gamma_functions.hpp"
#include "distributions/draws.hpp"
#include "distributions/guards.hpp"

namespace cggibbs {

double Multinomial::log_density(Event x, Event weights) {
  double trials = 0, total = 0, value = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (std::isnan(x[k]) || std::isnan(weights[k])) return nan;
    if (!(x[k] >= 0 && x[k] < inf) || x[k] != std::floor(x[k]) || !(weights[k] >= 0)) return -inf;
    trials += x[k];
    total += weights[k];
    value -= log_gamma(x[k] + 1);
    if (x[k] > 0) value += x[k] * std::log(weights[k]);
  }
  if (!positive(total)) return -inf;
  return value + log_gamma(trials + 1) - trials * std::log(total);
}

void Multinomial::add_slopes(Event x, Event weights, double weight, double* const* out) {
  if (out[1] == nullptr) return;
  double trials = 0, total = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    trials += x[k];
    total += weights[k];
  }
  for (std::size_t k = 0; k < x.size(); ++k)
    out[1][k] += weight * ((x[k] > 0 ? x[k] / weights[k] : 0) - trials / total);
}

void Multinomial::draw(Rng& rng, double trials, Event weights, std::span<double> x) {
  std::vector<double> rest(x.size() + 1, 0.0);  // weights from here on
  for (std::size_t k = x.size(); k-- > 0;) rest[k] = rest[k + 1] + (weights[k] >= 0 ? weights[k] : nan);
  const bool valid = trials >= 0 && trials == std::floor(trials) && (trials == 0 || positive(rest[0]));
  for (std::size_t k = 0; k < x.size(); ++k) {
    x[k] = !valid ? nan : trials == 0 ? 0 : draw_binomial(rng, trials, weights[k] / rest[k]);
    trials -= x[k];
  }
}

}  // namespace cggibbs
