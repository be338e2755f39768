// Densities and derivatives of the beta distribution by mean and precision.
#include "distributions/beta_mean.hpp"

namespace cggibbs {
namespace {

/// log B(phi mu, phi nu) with mu = inv_logit(eta), nu = 1 - mu, finite where one of the shapes underflows.
double log_beta_at(double eta, double mu, double nu, double phi) {
  const double a = phi * mu, b = phi * nu;
  if (std::min(a, b) > 1e-290) return log_beta(a, b);
  // B(a, b) -> (a + b) / (a b) as both vanish, and -> 1 / b as b alone does: the same to all digits here.
  return log1p_exp(eta) + log1p_exp(-eta) - std::log(phi);
}

}  // namespace

double BetaLogit::log_density(double x, double eta, double phi) {
  if (!in_open_unit(x) || !positive(phi) || !std::isfinite(eta)) return no_density(x, eta, phi);
  const auto [mu, nu] = detail::MeanAndRest(eta);
  return (phi * mu - 1) * std::log(x) + (phi * nu - 1) * std::log1p(-x) - log_beta_at(eta, mu, nu, phi);
}

double BetaLogit::location_part(double x, double eta, double phi) {
  if (!in_open_unit(x) || !positive(phi) || !std::isfinite(eta)) return no_density(x, eta, phi);
  const auto [mu, nu] = detail::MeanAndRest(eta);
  return phi * mu * logit(x) - log_beta_at(eta, mu, nu, phi);
}

}  // namespace cggibbs
