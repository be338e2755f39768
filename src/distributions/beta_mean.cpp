// Densities and derivatives of the beta distribution by mean and precision.
#include "distributions/beta_mean.hpp"

#include "distributions/row_loops.hpp"
#include "kernels/by_dispersion.hpp"

namespace cggibbs {
namespace {

/// log B(phi mu, phi nu) with mu = inv_logit(eta), nu = 1 - mu, finite where one of the shapes underflows.
double log_beta_at(double eta, double mu, double nu, double phi) {
  const double a = phi * mu, b = phi * nu;
  if (std::min(a, b) > 1e-290) return log_beta(a, b);
  // B(a, b) -> (a + b) / (a b) as both vanish, and -> 1 / b as b alone does: the same to all digits here.
  return log1p_exp(eta) + log1p_exp(-eta) - std::log(phi);
}

/// Shares at the ends, which the loops do not look for, have rows that say what they are.
template <class D>
double slopes_of(std::size_t n, const ArgView* a, double* const* out,
                 double (*by_phi)(std::size_t, const kernels::Arguments&)) {
  DoubleDouble t[2];
  for (std::size_t i = 0; i < n; ++i) D::Beside::add(t, 1, a[0][i], 0, 0);
  const double sums[] = {t[0].value(), t[1].value()};
  if (!std::isfinite(sums[0] + sums[1])) return detail::slope_rows<D>(n, a, nullptr, out);
  return detail::slopes_by_loops<D>(n, a, out, by_phi, D::Beside::sum(static_cast<double>(n), sums, a),
                                    sums[1]);
}

}  // namespace

double BetaMean::slopes(std::size_t n, const ArgView* a, double* const* out) {
  return slopes_of<BetaMean>(n, a, out, kernels::beta_mean_by_phi);
}

double BetaLogit::slopes(std::size_t n, const ArgView* a, double* const* out) {
  return slopes_of<BetaLogit>(n, a, out, kernels::beta_logit_by_phi);
}

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
