// The Cauchy distribution about zero, folded onto x >= 0.
#pragma once

#include "distributions/cauchy.hpp"

namespace cggibbs {

struct HalfCauchy {
  static constexpr std::string_view name = "half_cauchy";
  static constexpr std::array<std::string_view, 2> arguments{"x", "sigma"};
  static constexpr int location = 1;
  static constexpr bool discrete = false;

  static double log_density(double x, double sigma) {
    return x >= 0 ? Cauchy::log_density(x, 0, sigma) + log_two : no_density(x, sigma);
  }
  static double location_part(double x, double sigma) { return log_density(x, sigma); }
  static Partials<2> partials(double x, double sigma) {
    const auto p = Cauchy::partials(x, 0, sigma);
    return {{p.first[0], p.first[2]}, {p.second[0], p.second[2]}};
  }
  static Support support(double) { return {.lower = 0}; }
  static double draw(Rng& rng, double sigma) { return quantile(rng.uniform(), sigma); }
  static double cdf(double x, double sigma) { return x > 0 ? M_2_PI * std::atan2(x, sigma) : 0; }
  static double quantile(double p, double sigma) {
    if (!is_probability(p)) return nan;
    return p < 0.5 ? sigma * std::tan(M_PI_2 * p) : sigma / std::tan(M_PI_2 * (1 - p));
  }
};

}  // namespace cggibbs
