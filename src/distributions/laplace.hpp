// The Laplace (double exponential) distribution, by location and scale.
#pragma once

#include "distributions/guards.hpp"
#include "distributions/location_scale.hpp"

namespace cggibbs {

struct Laplace {
  static constexpr std::string_view name = "laplace";
  static constexpr std::array<std::string_view, 3> arguments{"x", "mu", "b"};
  static constexpr int location = 1;
  static constexpr bool discrete = false;
  static constexpr std::array<DensityForm, 3> forms{DensityForm::other, DensityForm::other,
                                                    DensityForm::log_inverse};

  static double log_density(double x, double mu, double b) {
    if (!positive(b)) return no_density(x, mu, b);
    return location_part(x, mu, b) - std::log(b) - log_two;
  }
  static double location_part(double x, double mu, double b) {
    const double d = x - mu;
    if (!positive(b) || !std::isfinite(d)) return no_density(x, mu, b);
    return -std::abs(d) / b;
  }
  /// At the kink x = mu the slope is 0, the middle of its two sides.
  static Partials<3> partials(double x, double mu, double b) {
    const double z = (x - mu) / b;
    return location_scale_partials(z, b, z > 0 ? -1 : z < 0 ? 1 : 0, 0);
  }
  static Support support(double, double) { return {}; }
  static double draw(Rng& rng, double mu, double b) {
    const double e = b * rng.exponential();
    return rng.uniform() < 0.5 ? mu - e : mu + e;
  }
  static double cdf(double x, double mu, double b) {
    const double tail = 0.5 * std::exp(-std::abs(x - mu) / b);
    return x < mu ? tail : 1 - tail;
  }
  static LogTails log_tails(double x, double mu, double b) {
    const double near = -log_two - std::abs(x - mu) / b, far = std::log1p(-std::exp(near));
    return x < mu ? LogTails{near, far} : LogTails{far, near};
  }
  static double quantile(double p, double mu, double b) {
    if (!is_probability(p)) return nan;
    return p < 0.5 ? mu + b * std::log(2 * p) : mu - b * std::log(2 * (1 - p));
  }
};

}  // namespace cggibbs
