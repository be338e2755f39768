// The generalized gamma distribution: (rate x)^power is gamma(shape, 1).
#pragma once

#include "base/gamma_functions.hpp"
#include "distributions/distribution.hpp"
#include "distributions/draws.hpp"
#include "distributions/guards.hpp"
#include "distributions/incomplete.hpp"

namespace cggibbs {

struct GeneralizedGamma {
  static constexpr std::string_view name = "generalized_gamma";
  static constexpr std::array<std::string_view, 4> arguments{"x", "shape", "rate", "power"};
  static constexpr int location = 1;
  static constexpr bool discrete = false;

  static double log_density(double x, double shape, double rate, double power) {
    const double part = location_part(x, shape, rate, power);
    return part > -inf ? part + std::log(power) - std::log(x) : part;
  }
  static double location_part(double x, double shape, double rate, double power) {
    if (!positive(x) || !positive(shape) || !positive(rate) || !positive(power))
      return no_density(x, shape, rate, power);
    const double log_y = log_of(x, rate, power), scaled = rate * x;
    // A power keeps the digits that the exponential of its logarithm loses.
    const double y = std::isnormal(scaled) ? std::pow(scaled, power) : std::exp(log_y);
    return log_gamma_kernel(shape, y, log_y);
  }
  static Partials<4> partials(double x, double shape, double rate, double power) {
    const double log_y = log_of(x, rate, power), y = std::exp(log_y);
    const double slope = power * (shape - y), bend = square(power) * y;
    return {{(slope - 1) / x, log_y - digamma(shape), slope / rate, (1 + (shape - y) * log_y) / power},
            {(1 - slope - bend) / square(x), -trigamma(shape), -(slope + bend) / square(rate),
             -(1 + y * square(log_y)) / square(power)}};
  }
  static Support support(double, double, double) { return {.lower = 0}; }
  static double draw(Rng& rng, double shape, double rate, double power) {
    return into_positive(std::exp(draw_log_gamma(rng, shape) / power - std::log(rate)));
  }
  static double cdf(double x, double shape, double rate, double power) {
    return x > 0 ? gamma_p(shape, std::pow(rate * x, power)) : 0;
  }
  static double quantile(double p, double shape, double rate, double power) {
    return is_probability(p) ? std::pow(gamma_p_inverse(shape, p), 1 / power) / rate : nan;
  }

 private:
  static double log_of(double x, double rate, double power) { return power * (std::log(rate) + std::log(x)); }
};

}  // namespace cggibbs
