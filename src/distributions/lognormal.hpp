// The lognormal distribution, by mean and standard deviation of the logarithm.
#pragma once

#include "distributions/guards.hpp"
#include "distributions/normal.hpp"

namespace cggibbs {

struct Lognormal {
  static constexpr std::string_view name = "lognormal";
  static constexpr std::array<std::string_view, 3> arguments{"x", "mu", "sigma"};
  static constexpr int location = 1;
  static constexpr bool discrete = false;
  static constexpr std::array<DensityForm, 3> forms{DensityForm::other, DensityForm::quadratic,
                                                    DensityForm::log_inverse_square};

  static double log_density(double x, double mu, double sigma) {
    if (!positive(x)) return no_density(x, mu, sigma);
    const double y = std::log(x);
    return Normal::log_density(y, mu, sigma) - y;
  }
  static double location_part(double x, double mu, double sigma) {
    if (!positive(x)) return no_density(x, mu, sigma);
    return Normal::location_part(std::log(x), mu, sigma);
  }
  static Partials<3> partials(double x, double mu, double sigma) {
    auto p = Normal::partials(std::log(x), mu, sigma);
    p.second[0] = (p.second[0] - p.first[0] + 1) / square(x);
    p.first[0] = (p.first[0] - 1) / x;
    return p;
  }
  static Support support(double, double) { return {.lower = 0}; }
  static double draw(Rng& rng, double mu, double sigma) {
    return into_positive(std::exp(Normal::draw(rng, mu, sigma)));
  }
  static double cdf(double x, double mu, double sigma) {
    return x > 0 ? Normal::cdf(std::log(x), mu, sigma) : 0;
  }
  static LogTails log_tails(double x, double mu, double sigma) {
    return x > 0 ? Normal::log_tails(std::log(x), mu, sigma) : LogTails{-inf, 0};
  }
  static double quantile(double p, double mu, double sigma) {
    return std::exp(Normal::quantile(p, mu, sigma));
  }

  /// (sum log x, sum (log x)^2)
  struct Stats {
    static constexpr std::size_t elements = 1;
    static constexpr int count = 2;
    static void add(DoubleDouble* t, double x) { Normal::Stats::add(t, std::log(x)); }
    static double log_density(double n, const DoubleDouble* t, double mu, double sigma) {
      return Normal::Stats::log_density(n, t, mu, sigma) - t[0].value();
    }
  };
};

}  // namespace cggibbs
