// The gamma distribution, by shape and rate.
#pragma once

#include "base/gamma_functions.hpp"
#include "distributions/distribution.hpp"
#include "distributions/draws.hpp"
#include "distributions/guards.hpp"
#include "distributions/incomplete.hpp"

namespace cggibbs {

struct Gamma {
  static constexpr std::string_view name = "gamma";
  static constexpr std::array<std::string_view, 3> arguments{"x", "shape", "rate"};
  static constexpr int location = 1;
  static constexpr bool discrete = false;
  static constexpr std::array<DensityForm, 3> forms{DensityForm::log_linear, DensityForm::other,
                                                    DensityForm::log_linear};

  static double log_density(double x, double shape, double rate) {
    if (!positive(x) || !positive(shape) || !positive(rate)) return no_density(x, shape, rate);
    const double log_x = std::log(x);
    return log_gamma_kernel(shape, rate * x, std::log(rate) + log_x) - log_x;
  }
  static double location_part(double x, double shape, double rate) {
    if (!positive(x) || !positive(shape) || !positive(rate)) return no_density(x, shape, rate);
    return log_gamma_kernel(shape, rate * x, std::log(rate) + std::log(x));
  }
  static Partials<3> partials(double x, double shape, double rate) {
    return {{(shape - 1) / x - rate, std::log(rate) + std::log(x) - digamma(shape), shape / rate - x},
            {(1 - shape) / square(x), -trigamma(shape), -shape / square(rate)}};
  }
  static Support support(double, double) { return {.lower = 0}; }
  static double draw(Rng& rng, double shape, double rate) {
    // Only small shapes need logarithms, and rates at which the quotient would not be a number.
    if (shape >= 1 && rate > 1e-290 && rate < 1e290) return into_positive(rng.gamma(shape) / rate);
    return into_positive(std::exp(draw_log_gamma(rng, shape) - std::log(rate)));
  }
  static double cdf(double x, double shape, double rate) { return x > 0 ? gamma_p(shape, rate * x) : 0; }
  static LogTails log_tails(double x, double shape, double rate) {
    if (!(x > 0)) return {-inf, 0};
    return {std::log(gamma_p(shape, rate * x)), std::log(gamma_q(shape, rate * x))};
  }
  static double quantile(double p, double shape, double rate) {
    return is_probability(p) ? gamma_p_inverse(shape, p) / rate : nan;
  }

  /// (sum log x, sum x)
  struct Stats {
    static constexpr std::size_t elements = 1;
    static constexpr int count = 2;
    static void add(DoubleDouble* t, double x) {
      t[0] += std::log(x);
      t[1] += x;
    }
    static double log_density(double n, const DoubleDouble* t, double shape, double rate) {
      if (!positive(shape) || !positive(rate)) return no_density(shape, rate);
      return n * (shape * std::log(rate) - log_gamma(shape)) + (shape - 1) * t[0].value() -
             rate * t[1].value();
    }
  };
};

}  // namespace cggibbs
