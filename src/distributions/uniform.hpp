// The uniform distribution on an interval, ends included.
#pragma once

#include "distributions/distribution.hpp"
#include "distributions/guards.hpp"

namespace cggibbs {

struct Uniform {
  static constexpr std::string_view name = "uniform";
  static constexpr std::array<std::string_view, 3> arguments{"x", "lower", "upper"};
  static constexpr int location = 1;
  static constexpr bool discrete = false;

  static double log_density(double x, double lower, double upper) {
    const bool inside = lower <= x && x <= upper && positive(upper - lower);
    return inside ? -std::log(upper - lower) : no_density(x, lower, upper);
  }
  static double location_part(double x, double lower, double upper) { return log_density(x, lower, upper); }
  static Partials<3> partials(double, double lower, double upper) {
    const double r = 1 / (upper - lower);
    return {{0, r, -r}, {0, r * r, r * r}};
  }
  static Support support(double lower, double upper) { return {.lower = lower, .upper = upper}; }
  static double draw(Rng& rng, double lower, double upper) { return std::lerp(lower, upper, rng.uniform()); }
  static double cdf(double x, double lower, double upper) {
    return std::clamp((x - lower) / (upper - lower), 0.0, 1.0);
  }
  static double quantile(double p, double lower, double upper) {
    return is_probability(p) ? std::lerp(lower, upper, p) : nan;
  }
};

}  // namespace cggibbs
