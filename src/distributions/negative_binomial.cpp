// Density, derivatives, draws and distribution function of the negative binomial.
#include "distributions/negative_binomial.hpp"

#include "base/gamma_functions.hpp"
#include "distributions/draws.hpp"
#include "distributions/incomplete.hpp"
#include "distributions/row_loops.hpp"
#include "kernels/by_dispersion.hpp"

namespace cggibbs {

double NegativeBinomialLog::log_density(double x, double eta, double phi) {
  if (!is_count(x) || !positive(phi)) return no_density(x, eta, phi);
  return location_part(x, eta, phi) + log_choose_rising(phi, x);
}

Partials<3> NegativeBinomialLog::partials(double x, double eta, double phi) {
  const double t = eta - std::log(phi);
  const double p = inv_logit(t);  // mu / (mu + phi)
  const double q = inv_logit(-t);
  const double excess = p - x * q / phi;  // (mu - x) / (mu + phi)
  return {{0, x * q - phi * p, digamma(x + phi) - digamma(phi) - log1p_exp(t) + excess},
          {0, -(x + phi) * p * q, trigamma(x + phi) - trigamma(phi) + (p - q * excess) / phi}};
}

double NegativeBinomialLog::slopes(std::size_t n, const ArgView* a, double* const* out) {
  const double* x = a[0].data;
  const double phi = *a[2].data;
  return detail::slopes_by_loops<NegativeBinomialLog>(n, a, out, kernels::negative_binomial_log_by_phi,
                                                      kernels::sum_log_choose_rising(n, x, phi),
                                                      kernels::sum_digamma_rising(n, x, phi));
}

double NegativeBinomial::slopes(std::size_t n, const ArgView* a, double* const* out) {
  const double* x = a[0].data;
  const double phi = *a[2].data;
  return detail::slopes_by_loops<NegativeBinomial>(n, a, out, kernels::negative_binomial_mean_by_phi,
                                                   kernels::sum_log_choose_rising(n, x, phi),
                                                   kernels::sum_digamma_rising(n, x, phi));
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
