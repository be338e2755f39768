// The normal distribution about zero, folded onto x >= 0.
#pragma once

#include "distributions/guards.hpp"
#include "distributions/normal.hpp"

namespace cggibbs {

struct HalfNormal {
  static constexpr std::string_view name = "half_normal";
  static constexpr std::array<std::string_view, 2> arguments{"x", "sigma"};
  static constexpr int location = 1;
  static constexpr bool discrete = false;

  static double log_density(double x, double sigma) {
    return x >= 0 ? Normal::log_density(x, 0, sigma) + log_two : no_density(x, sigma);
  }
  static double location_part(double x, double sigma) { return log_density(x, sigma); }
  static Partials<2> partials(double x, double sigma) {
    const auto p = Normal::partials(x, 0, sigma);
    return {{p.first[0], p.first[2]}, {p.second[0], p.second[2]}};
  }
  static Support support(double) { return {.lower = 0}; }
  static double draw(Rng& rng, double sigma) { return std::abs(Normal::draw(rng, 0, sigma)); }
  static double cdf(double x, double sigma) { return x > 0 ? std::erf(x / sigma * M_SQRT1_2) : 0; }
  static double quantile(double p, double sigma);

  /// (sum x^2)
  struct Stats {
    static constexpr std::size_t elements = 1;
    static constexpr int count = 1;
    static void add(DoubleDouble* t, double x) { t[0] += exact_product(x, x); }
    static double log_density(double n, const DoubleDouble* t, double sigma) {
      if (!positive(sigma)) return no_density(sigma);
      return n * (log_two - 0.5 * log_two_pi - std::log(sigma)) - 0.5 * t[0].value() / square(sigma);
    }
  };
};

}  // namespace cggibbs
