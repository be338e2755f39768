// Density and derivatives of mixtures of normal distributions.
#include "distributions/normal_mixture.hpp"

#include <numeric>

#include "distributions/categorical.hpp"
#include "distributions/guards.hpp"
#include "distributions/normal.hpp"

namespace cggibbs {

double NormalMixture::log_density(Event x, Event mu, Event sigma, Event p) {
  double value = -inf;
  const double total = std::accumulate(p.begin(), p.end(), 0.0);
  for (std::size_t k = 0; k < mu.size(); ++k) {
    const double part = Normal::log_density(x[0], mu[k], sigma[k]);
    if (std::isnan(part) || std::isnan(p[k])) return nan;
    if (!(p[k] >= 0) || !positive(sigma[k])) return -inf;
    value = log_add_exp(value, std::log(p[k]) + part);
  }
  return positive(total) ? value - std::log(total) : -inf;
}

void NormalMixture::add_slopes(Event x, Event mu, Event sigma, Event p, double weight, double* const* out) {
  const double total = std::accumulate(p.begin(), p.end(), 0.0);
  const double value = log_density(x, mu, sigma, p) + std::log(total);
  for (std::size_t k = 0; k < mu.size(); ++k) {
    const double over = std::exp(Normal::log_density(x[0], mu[k], sigma[k]) - value);
    const auto slope = Normal::partials(x[0], mu[k], sigma[k]).first;
    const double share = weight * p[k] * over;
    if (out[0] != nullptr) out[0][0] += share * slope[0];
    if (out[1] != nullptr) out[1][k] += share * slope[1];
    if (out[2] != nullptr) out[2][k] += share * slope[2];
    if (out[3] != nullptr) out[3][k] += weight * (over - 1 / total);
  }
}

void NormalMixture::draw(Rng& rng, Event mu, Event sigma, Event p, std::span<double> x) {
  Categorical::draw(rng, p, x);
  if (std::isnan(x[0])) return;
  const auto k = static_cast<std::size_t>(x[0]) - 1;
  x[0] = positive(sigma[k]) ? mu[k] + sigma[k] * rng.normal() : nan;
}

}  // namespace cggibbs
