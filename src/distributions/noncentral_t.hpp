// The noncentral t distribution of (mu + sigma z) / sqrt(v / nu): z standard normal, v chi-squared with nu degrees of freedom.
#pragma once

#include "distributions/distribution.hpp"
#include "distributions/guards.hpp"

namespace cggibbs {

struct NoncentralT {
  static constexpr std::string_view name = "noncentral_t";
  static constexpr std::array<std::string_view, 4> arguments{"x", "nu", "mu", "sigma"};
  static constexpr int location = 2;
  static constexpr bool discrete = false;

  static double log_density(double x, double nu, double mu, double sigma);
  static double location_part(double x, double nu, double mu, double sigma) {
    return log_density(x, nu, mu, sigma);
  }
  static Partials<4> partials(double x, double nu, double mu, double sigma);
  static Support support(double, double, double) { return {}; }
  static double draw(Rng& rng, double nu, double mu, double sigma);
  static double cdf(double x, double nu, double mu, double sigma);
  static double quantile(double p, double nu, double mu, double sigma);
};

}  // namespace cggibbs
