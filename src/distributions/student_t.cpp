// Density, derivatives and distribution function of Student's t.
#include "distributions/student_t.hpp"

#include "base/gamma_functions.hpp"
#include "distributions/draws.hpp"
#include "distributions/guards.hpp"
#include "distributions/incomplete.hpp"
#include "distributions/row_loops.hpp"

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

double StudentT::slopes(std::size_t n, const ArgView* a, double* const* out) {
  const double nu = *a[1].data, sigma = *a[3].data;
  // -(nu + 1) / 2 sum log(1 + z^2 / nu)
  const double part = detail::kernel_fits<StudentT>(a)
                          ? kernel.loops().sum(n, detail::kernel_arguments<StudentT>(a))
                          : detail::sum_rows<StudentT>(detail::LocationPart<StudentT>{}, n, a, nullptr);
  double shares = 0;  // sum of z^2 / (nu + z^2)
  for (std::size_t i = 0; i < n; ++i) {
    const double z = (a[0][i] - a[2][i]) / sigma;
    const double pull = z == 0 ? 0 : (nu + 1) / (z + nu / z) / sigma;
    if (out[0] != nullptr) out[0][i * a[0].stride] -= pull;
    if (out[2] != nullptr) out[2][i * a[2].stride] += pull;
    shares += 1 / (1 + nu / (z * z));
  }
  const auto rows = static_cast<double>(n);
  if (out[1] != nullptr)
    *out[1] +=
        0.5 * (rows * (digamma(0.5 * (nu + 1)) - digamma(0.5 * nu) - 1 / nu) + (nu + 1) / nu * shares) +
        part / (nu + 1);
  if (out[3] != nullptr) *out[3] += ((nu + 1) * shares - rows) / sigma;
  return part + Beside::sum(rows, nullptr, a);
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
