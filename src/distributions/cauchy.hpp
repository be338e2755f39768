// The Cauchy distribution, by location and scale.
#pragma once

#include "distributions/guards.hpp"
#include "distributions/location_scale.hpp"

namespace cggibbs {

struct Cauchy {
  static constexpr std::string_view name = "cauchy";
  static constexpr std::array<std::string_view, 3> arguments{"x", "mu", "sigma"};
  static constexpr int location = 1;
  static constexpr bool discrete = false;

  static double log_density(double x, double mu, double sigma) {
    if (!positive(sigma)) return no_density(x, mu, sigma);
    return location_part(x, mu, sigma) - std::log(sigma) - log_pi;
  }
  static double location_part(double x, double mu, double sigma) {
    const double d = x - mu;
    if (!positive(sigma) || !std::isfinite(d)) return no_density(x, mu, sigma);
    return -log1p_ratio_squared(d, sigma);
  }
  static Partials<3> partials(double x, double mu, double sigma) {
    const double z = (x - mu) / sigma;
    const double r = 1 / (1 + z * z);
    return location_scale_partials(z, sigma, z == 0 ? 0 : -2 / (z + 1 / z), 2 * r * (1 - 2 * r));
  }
  static Support support(double, double) { return {}; }
  static double draw(Rng& rng, double mu, double sigma) { return quantile(rng.uniform(), mu, sigma); }
  static double cdf(double x, double mu, double sigma) { return std::atan2(sigma, mu - x) / M_PI; }
  static LogTails log_tails(double x, double mu, double sigma) {
    return {std::log(cdf(x, mu, sigma)), std::log(cdf(-x, -mu, sigma))};
  }
  static double quantile(double p, double mu, double sigma) {
    if (!is_probability(p)) return nan;
    return p < 0.5 ? mu - sigma / std::tan(M_PI * p) : mu + sigma / std::tan(M_PI * (1 - p));
  }
};

}  // namespace cggibbs
