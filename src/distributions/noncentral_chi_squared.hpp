// The noncentral chi-squared distribution, by degrees of freedom and noncentrality.
#pragma once

#include "distributions/distribution.hpp"
#include "distributions/guards.hpp"

namespace cggibbs {

/// A Poisson(delta / 2) mixture of chi-squared distributions with k, k + 2, k + 4, ... degrees of freedom.
struct NoncentralChiSquared {
  static constexpr std::string_view name = "noncentral_chi_squared";
  static constexpr std::array<std::string_view, 3> arguments{"x", "k", "delta"};
  static constexpr int location = 2;
  static constexpr bool discrete = false;

  static double log_density(double x, double k, double delta);
  static double location_part(double x, double k, double delta) { return log_density(x, k, delta); }
  static Partials<3> partials(double x, double k, double delta);
  static Support support(double, double) { return {.lower = 0}; }
  static double draw(Rng& rng, double k, double delta);
  static double cdf(double x, double k, double delta);
  static double quantile(double p, double k, double delta);
};

}  // namespace cggibbs
