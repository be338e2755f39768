// The logistic distribution, by location and scale.
#pragma once

#include "distributions/guards.hpp"
#include "distributions/location_scale.hpp"

namespace cggibbs {

struct Logistic {
  static constexpr std::string_view name = "logistic";
  static constexpr std::array<std::string_view, 3> arguments{"x", "mu", "s"};
  static constexpr int location = 1;
  static constexpr bool discrete = false;

  static double log_density(double x, double mu, double s) {
    if (!positive(s)) return no_density(x, mu, s);
    return location_part(x, mu, s) - std::log(s);
  }
  static double location_part(double x, double mu, double s) {
    const double d = x - mu;
    if (!positive(s) || !std::isfinite(d)) return no_density(x, mu, s);
    const double z = std::abs(d) / s;  // symmetric
    return -z - 2 * std::log1p(std::exp(-z));
  }
  static Partials<3> partials(double x, double mu, double s) {
    const double z = (x - mu) / s;
    const double e = std::exp(-std::abs(z));
    return location_scale_partials(z, s, -std::tanh(0.5 * z), -2 * e / square(1 + e));
  }
  static Support support(double, double) { return {}; }
  static double draw(Rng& rng, double mu, double s) { return mu + s * logit(rng.uniform()); }
  static double cdf(double x, double mu, double s) { return inv_logit((x - mu) / s); }
  static LogTails log_tails(double x, double mu, double s) {
    const double z = (x - mu) / s;
    return {-log1p_exp(-z), -log1p_exp(z)};
  }
  static double quantile(double p, double mu, double s) {
    return is_probability(p) ? mu + s * logit(p) : nan;
  }
};

}  // namespace cggibbs
