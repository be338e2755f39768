// With w = x / sigma, delta = mu / sigma, q = nu + w^2 and z = -delta w / sqrt(q) the density is, up to a function of nu,
//   (nu / q)^((nu + 1) / 2) exp(-nu delta^2 / (2 q)) I(nu, z) / sigma,   I(nu, z) = integral of t^nu exp(-(t + z)^2 / 2) over t > 0;
// I is summed over log t by the trapezoidal rule, whose error falls exponentially with the step for such integrands.
#include "distributions/noncentral_t.hpp"

#include <boost/math/distributions/non_central_t.hpp>

#include "base/gamma_functions.hpp"
#include "base/quiet_boost.hpp"
#include "distributions/draws.hpp"

namespace cggibbs {
namespace {

using Boost = boost::math::non_central_t_distribution<double, Quiet>;

/// I over the largest value of its integrand in log t, which is at `mode`, and the moments of t and log t under the integrand.
struct Integral {
  double mode, log_width, mean, mean_log, variance, variance_log, covariance;
};

/// e^d - 1 - d, without cancellation: never negative, so that sums over d end.
double expm1_beyond(double d) {
  constexpr double small = 0.01;
  if (std::abs(d) > small) return std::expm1(d) - d;
  return 0.5 * d * d * (1 + d / 3 * (1 + d / 4 * (1 + d / 5 * (1 + d / 6 * (1 + d / 7)))));
}

Integral integral(double nu, double z) {
  // In u = log t: (nu + 1) u - (e^u + z)^2 / 2, largest where e^u (e^u + z) = nu + 1.
  const double root = std::sqrt(square(z) + 4 * (nu + 1));
  const double mode = z < 0 ? 0.5 * (root - z) : 2 * (nu + 1) / (root + z);
  const double top = std::log(mode), step = 0.18 / std::sqrt(mode * (2 * mode + z));
  if (!(step > 0 && step < inf)) return {nan, nan, nan, nan, nan, nan, nan};  // out of every range
  // Relative to the mode, with d = u - top and mode (mode + z) = nu + 1: t - mode = mode expm1(d).
  const auto term = [&](double d) {
    return std::exp(-(nu + 1) * expm1_beyond(d) - 0.5 * square(mode * std::expm1(d)));
  };
  double s[6] = {};
  const auto add = [&](double d) {
    const double p = term(d), t = mode * std::expm1(d);
    const double of[6] = {1, t, d, t * t, d * d, t * d};
    for (int k = 0; k < 6; ++k) s[k] += p * of[k];
    return p;
  };
  constexpr double nothing = 1e-18;
  for (double d = 0; add(d) > nothing; d += step) continue;
  for (double d = -step; add(d) > nothing; d -= step) continue;
  const double t = s[1] / s[0], d = s[2] / s[0];
  return {mode,
          std::log(s[0] * step),
          mode + t,
          top + d,
          s[3] / s[0] - t * t,
          s[4] / s[0] - d * d,
          s[5] / s[0] - t * d};
}

/// log Gamma(a) beyond Stirling's formula.
double beyond_stirling(double a) {
  return a >= stirling_from ? stirling_remainder(a)
                            : log_gamma(a) - ((a - 0.5) * std::log(a) - a + 0.5 * log_two_pi);
}

bool valid(double x, double nu, double mu, double sigma) {
  return std::isfinite(x) && positive(nu) && std::isfinite(mu) && positive(sigma);
}

}  // namespace

double NoncentralT::log_density(double x, double nu, double mu, double sigma) {
  if (!valid(x, nu, mu, sigma)) return no_density(x, nu, mu, sigma);
  const double w = x / sigma, delta = mu / sigma, q = nu + w * w;
  if (!std::isfinite(q) || !std::isfinite(delta)) return -inf;
  const double z = -delta * w / std::sqrt(q), n = nu + 1;
  const Integral i = integral(nu, z);
  // The largest value is (mode^2)^(n / 2) exp(-(n / mode)^2 / 2). With log Gamma(nu / 2) by Stirling's series and mode^2 = n (1 + beyond)
  // the powers of nu cancel before anything is rounded.
  const double beyond = -z * i.mode / n;
  const double log_share = std::abs(beyond) < 0.5 ? std::log1p(beyond) : 2 * std::log(i.mode) - std::log(n);
  const double log_apart = w * w < nu ? std::log1p(w * w / nu) : std::log(q) - std::log(nu);
  const double log_one_more = nu > 1 ? std::log1p(1 / nu) : std::log(n) - std::log(nu);
  const double value = i.log_width + 0.5 * n * (log_share - z / i.mode - log_apart + log_one_more) -
                       0.5 * nu / q * delta * delta + 0.5 * (std::log(nu) - log_two_pi - log_pi - 1) -
                       beyond_stirling(0.5 * nu) - std::log(sigma);
  return std::isnan(value) ? -inf : value;
}

Partials<4> NoncentralT::partials(double x, double nu, double mu, double sigma) {
  const double w = x / sigma, delta = mu / sigma, q = nu + w * w, root = std::sqrt(q);
  const double z = -delta * w / root;
  const Integral i = integral(nu, z);
  // Of log I in z and nu, and of z.
  const double by_z = -(i.mean + z), by_zz = i.variance - 1;
  const double z_w = -delta * nu / (q * root), z_ww = 3 * delta * nu * w / (q * q * root);
  const double z_d = -w / root, z_wd = -nu / (q * root);
  const double z_n = 0.5 * delta * w / (q * root), z_nn = -0.75 * delta * w / (q * q * root);
  const double dd = delta * delta;
  const double by_w = nu * dd * w / (q * q) - (nu + 1) * w / q + by_z * z_w;
  const double by_ww = nu * dd * (1 / (q * q) - 4 * w * w / (q * q * q)) -
                       (nu + 1) * (1 / q - 2 * w * w / (q * q)) + by_zz * z_w * z_w + by_z * z_ww;
  const double by_d = -nu * delta / q + by_z * z_d, by_dd = -nu / q + by_zz * z_d * z_d;
  const double by_wd = 2 * nu * delta * w / (q * q) + by_zz * z_w * z_d + by_z * z_wd;
  const double apart = 1 / nu - 1 / q;
  const double by_n = -0.5 * dd * w * w / (q * q) + 0.5 * std::log(nu / q) + 0.5 * (nu + 1) * apart -
                      0.5 * log_two - 0.5 * digamma(0.5 * nu) - 0.5 / nu + i.mean_log + by_z * z_n;
  const double by_nn = dd * w * w / (q * q * q) + apart + 0.5 * (nu + 1) * (1 / (q * q) - 1 / (nu * nu)) -
                       0.25 * trigamma(0.5 * nu) + 0.5 / (nu * nu) + i.variance_log - 2 * i.covariance * z_n +
                       by_zz * z_n * z_n + by_z * z_nn;
  const double along = w * by_w + delta * by_d;
  return {{by_w / sigma, by_n, by_d / sigma, -(along + 1) / sigma},
          {by_ww / square(sigma), by_nn, by_dd / square(sigma),
           (w * w * by_ww + 2 * w * delta * by_wd + dd * by_dd + 2 * along + 1) / square(sigma)}};
}

double NoncentralT::draw(Rng& rng, double nu, double mu, double sigma) {
  const double log_divisor = 0.5 * (draw_log_gamma(rng, 0.5 * nu) - std::log(0.5 * nu));
  return into_finite((mu + sigma * rng.normal()) * std::exp(-log_divisor));
}

double NoncentralT::cdf(double x, double nu, double mu, double sigma) {
  if (std::isnan(x) || !positive(nu) || !std::isfinite(mu) || !positive(sigma)) return nan;
  if (std::isinf(x)) return x > 0 ? 1 : 0;
  return std::fmin(1, std::fmax(0, boost::math::cdf(Boost(nu, mu / sigma), x / sigma)));
}

double NoncentralT::quantile(double p, double nu, double mu, double sigma) {
  if (!is_probability(p) || !positive(nu) || !std::isfinite(mu) || !positive(sigma)) return nan;
  if (p == 0 || p == 1) return p == 0 ? -inf : inf;
  return sigma * boost::math::quantile(Boost(nu, mu / sigma), p);
}

}  // namespace cggibbs
