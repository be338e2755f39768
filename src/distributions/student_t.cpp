// Density, derivatives and distribution function of Student's t.
#include "distributions/student_t.hpp"

#include "distributions/draws.hpp"
#include "distributions/gamma_functions.hpp"
#include "distributions/guards.hpp"
#include "distributions/incomplete.hpp"

namespace cggibbs {

double StudentT::log_density(double x, double nu, double mu, double sigma) {
  const double kernel = location_part(x, nu, mu, sigma);
  if (!(kernel > -inf)) return kernel;
  // Gamma((nu + 1) / 2) / (Gamma(nu / 2) sqrt(pi)) = 1 / B(nu / 2, 1 / 2)
  return kernel - log_beta(0.5 * nu, 0.5) - 0.5 * std::log(nu) - std::log(sigma);
}

double StudentT::location_part(double x, double nu, double mu, double sigma) {
  const double d = x - mu;
  if (!positive(nu) || !positive(sigma) || !std::isfinite(d)) return no_density(x, nu, mu, sigma);
  return -0.5 * (nu + 1) * log1p_ratio_squared(d, sigma, std::sqrt(nu));
}

double StudentT::Beside::sum(double n, const double*, const ArgView* a) {
  const double nu = *a[1].data, sigma = *a[3].data;
  if (!positive(nu) || !positive(sigma)) return no_density(nu, sigma);
  return -n * (log_beta(0.5 * nu, 0.5) + 0.5 * std::log(nu) + std::log(sigma));
}

double StudentT::draw(Rng& rng, double nu, double mu, double sigma) {
  // normal / sqrt(chi-squared / nu); the divisor by its logarithm, for it underflows when nu is tiny.
  const double log_divisor = 0.5 * (draw_log_gamma(rng, 0.5 * nu) - std::log(0.5 * nu));
  return into_finite(mu + sigma * rng.normal() * std::exp(-log_divisor));
}

double StudentT::cdf(double x, double nu, double mu, double sigma) {
  const double z = (x - mu) / sigma;
  const double z2 = z * z;
  // The tail beyond |z|, by whichever form has its argument below one half.
  const double tail =
      0.5 * (z2 > nu ? beta_p(0.5 * nu, 0.5, 1 / (1 + z2 / nu)) : beta_q(0.5, 0.5 * nu, 1 / (1 + nu / z2)));
  return z < 0 ? tail : 1 - tail;
}

double StudentT::quantile(double p, double nu, double mu, double sigma) {
  if (!is_probability(p)) return nan;
  const auto tail = beta_p_inverse(0.5 * nu, 0.5, 2 * std::min(p, 1 - p));
  const double z = std::sqrt(nu) * std::sqrt(tail.complement) / std::sqrt(tail.x);
  return p < 0.5 ? mu - sigma * z : mu + sigma * z;
}

}  // namespace cggibbs
