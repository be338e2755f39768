// Density, derivatives, draws and distribution function of the negative binomial.
#include "distributions/negative_binomial.hpp"

#include "distributions/draws.hpp"
#include "distributions/gamma_functions.hpp"
#include "distributions/incomplete.hpp"

namespace cggibbs {
namespace {

/// log of Gamma(x + phi) / (x! Gamma(phi)) = 1 / (x B(x, phi)); small counts by the product that this is.
double log_ways(double x, double phi) {
  if (x == 0) return 0;
  if (x > 16 || phi > 1e15) return -std::log(x) - log_beta(x, phi);
  double above = 1, below = 1;
  for (double k = 0; k < x; ++k) {
    above *= phi + k;
    below *= k + 1;
  }
  return std::log(above / below);
}

}  // namespace

double NegativeBinomialLog::log_density(double x, double eta, double phi) {
  if (!is_count(x) || !positive(phi)) return no_density(x, eta, phi);
  return location_part(x, eta, phi) + log_ways(x, phi);
}

Partials<3> NegativeBinomialLog::partials(double x, double eta, double phi) {
  const double t = eta - std::log(phi);
  const double p = inv_logit(t);  // mu / (mu + phi)
  const double q = inv_logit(-t);
  const double excess = p - x * q / phi;  // (mu - x) / (mu + phi)
  return {{0, x * q - phi * p, digamma(x + phi) - digamma(phi) - log1p_exp(t) + excess},
          {0, -(x + phi) * p * q, trigamma(x + phi) - trigamma(phi) + (p - q * excess) / phi}};
}

double NegativeBinomialLog::draw(Rng& rng, double eta, double phi) {
  return draw_poisson(rng, std::exp(draw_log_gamma(rng, phi) - std::log(phi) + eta));
}

double NegativeBinomialLog::cdf(double x, double eta, double phi) {
  if (x < 0) return 0;
  const double t = eta - std::log(phi);
  const double k = std::floor(x) + 1;
  // The form whose argument is below one half keeps its digits.
  return t > 0 ? beta_p(phi, k, inv_logit(-t)) : beta_q(k, phi, inv_logit(t));
}

}  // namespace cggibbs
