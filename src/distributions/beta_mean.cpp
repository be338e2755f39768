// Densities and derivatives of the beta distribution by mean and precision.
#include "distributions/beta_mean.hpp"

namespace cggibbs {
namespace {

// a digamma(a) and a^2 trigamma(a), which have limits at a = 0.
double scaled_digamma(double a) {
  return a * digamma(a + 1) - 1;
}
double scaled_trigamma(double a) {
  return a * a * trigamma(a + 1) + 1;
}

/// log B(phi p, phi q) with p = inv_logit(eta), q = 1 - p, finite where one of the shapes underflows.
double log_beta_at(double eta, double phi) {
  const double a = phi * inv_logit(eta);
  const double b = phi * inv_logit(-eta);
  if (std::min(a, b) > 1e-290) return log_beta(a, b);
  // B(a, b) -> (a + b) / (a b) as both vanish, and -> 1 / b as b alone does: the same to all digits here.
  return log1p_exp(eta) + log1p_exp(-eta) - std::log(phi);
}

/// Derivative by phi, the same for both parameterisations.
void by_precision(double x, double mu, double nu, double phi, double& first, double& second) {
  // mu digamma(mu phi) = scaled_digamma(mu phi) / phi
  const double a = mu * phi;
  const double b = nu * phi;
  first =
      digamma(phi) - (scaled_digamma(a) + scaled_digamma(b)) / phi + mu * std::log(x) + nu * std::log1p(-x);
  second = trigamma(phi) - (scaled_trigamma(a) + scaled_trigamma(b)) / square(phi);
}

}  // namespace

Partials<3> BetaMean::partials(double x, double mu, double phi) {
  const double a = mu * phi;
  const double b = (1 - mu) * phi;
  Partials<3> p = Beta::partials(x, a, b);
  p.first[1] = phi * (logit(x) - digamma(a) + digamma(b));
  p.second[1] = -square(phi) * (trigamma(a) + trigamma(b));
  by_precision(x, mu, 1 - mu, phi, p.first[2], p.second[2]);
  return p;
}

double BetaLogit::log_density(double x, double eta, double phi) {
  if (!in_open_unit(x) || !positive(phi) || !std::isfinite(eta)) return no_density(x, eta, phi);
  return (phi * inv_logit(eta) - 1) * std::log(x) + (phi * inv_logit(-eta) - 1) * std::log1p(-x) -
         log_beta_at(eta, phi);
}

double BetaLogit::location_part(double x, double eta, double phi) {
  if (!in_open_unit(x) || !positive(phi) || !std::isfinite(eta)) return no_density(x, eta, phi);
  return phi * inv_logit(eta) * logit(x) - log_beta_at(eta, phi);
}

Partials<3> BetaLogit::partials(double x, double eta, double phi) {
  const double mu = inv_logit(eta);
  const double nu = inv_logit(-eta);
  const double a = phi * mu;
  const double b = phi * nu;
  Partials<3> p = {{(a - 1) / x - (b - 1) / (1 - x), 0, 0},
                   {(1 - a) / square(x) + (1 - b) / square(1 - x), 0, 0}};
  // d mu / d eta = mu nu, so that a and b meet digamma only as a digamma(a): finite for every eta.
  p.first[1] = mu * scaled_digamma(b) - nu * scaled_digamma(a) + a * nu * logit(x);
  p.second[1] = -square(nu) * scaled_trigamma(a) - square(mu) * scaled_trigamma(b) + (nu - mu) * p.first[1];
  by_precision(x, mu, nu, phi, p.first[2], p.second[2]);
  return p;
}

}  // namespace cggibbs
