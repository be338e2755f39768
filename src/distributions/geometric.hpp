// The geometric distribution: failures before the first success, by probability of success.
#pragma once

#include "distributions/distribution.hpp"
#include "distributions/guards.hpp"

namespace cggibbs {

struct Geometric {
  static constexpr std::string_view name = "geometric";
  static constexpr std::array<std::string_view, 2> arguments{"x", "p"};
  static constexpr int location = 1;
  static constexpr bool discrete = true;
  static constexpr std::array<DensityForm, 2> forms{DensityForm::other, DensityForm::log_log1m};

  static double log_density(double x, double p) {
    return is_count(x) ? location_part(x, p) : no_density(x, p);
  }
  static double location_part(double x, double p) {
    return is_probability(p) ? std::log(p) + times(x, std::log1p(-p)) : no_density(x, p);
  }
  static Partials<2> partials(double x, double p) {
    const double r = x == 0 ? 0 : x / (1 - p);
    return {{0, 1 / p - r}, {0, -1 / square(p) - (x == 0 ? 0 : r / (1 - p))}};
  }
  static Support support(double) { return {.lower = 0, .discrete = true}; }
  static double draw(Rng& rng, double p) {
    return into_finite(std::floor(rng.exponential() / -std::log1p(-p)));
  }
  static double cdf(double x, double p) {
    return x < 0 ? 0 : -std::expm1((std::floor(x) + 1) * std::log1p(-p));
  }

  /// (sum x)
  struct Stats {
    static constexpr std::size_t elements = 1;
    static constexpr int count = 1;
    static void add(DoubleDouble* t, double x) { t[0] += x; }
    static double log_density(double n, const DoubleDouble* t, double p) {
      if (!is_probability(p)) return no_density(p);
      return n * std::log(p) + times(t[0].value(), std::log1p(-p));
    }
  };
};

}  // namespace cggibbs
