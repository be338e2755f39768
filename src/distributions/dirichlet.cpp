// Density and derivatives of the Dirichlet distribution.
#include "distributions/dirichlet.hpp"

#include <numeric>

#include "base/gamma_functions.hpp"
#include "distributions/draws.hpp"
#include "distributions/guards.hpp"

namespace cggibbs {

double Dirichlet::log_density(Event x, Event alpha) {
  double total = 0, value = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (std::isnan(x[k]) || std::isnan(alpha[k])) return nan;
    if (!(x[k] >= 0 && x[k] <= 1) || !positive(alpha[k])) return -inf;
    total += alpha[k];
    value -= log_gamma(alpha[k]);
    if (alpha[k] != 1) value += (alpha[k] - 1) * std::log(x[k]);
  }
  return value + log_gamma(total);
}

void Dirichlet::add_slopes(Event x, Event alpha, double weight, double* const* out) {
  const double total = std::accumulate(alpha.begin(), alpha.end(), 0.0);
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (out[0] != nullptr) out[0][k] += weight * (alpha[k] - 1) / x[k];
    if (out[1] != nullptr) out[1][k] += weight * (digamma(total) - digamma(alpha[k]) + std::log(x[k]));
  }
}

void Dirichlet::draw(Rng& rng, Event alpha, std::span<double> x) {
  double top = -inf;
  for (std::size_t k = 0; k < x.size(); ++k) {
    x[k] = positive(alpha[k]) ? draw_log_gamma(rng, alpha[k]) : nan;
    top = std::fmax(top, x[k]);
  }
  double total = 0;
  for (double& v : x) total += v = std::exp(v - top);
  for (double& v : x) v /= total;
}

}  // namespace cggibbs
