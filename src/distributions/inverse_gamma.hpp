// The inverse gamma distribution, by shape and scale: scale / gamma(shape, 1).
#pragma once

#include "base/gamma_functions.hpp"
#include "distributions/distribution.hpp"
#include "distributions/draws.hpp"
#include "distributions/guards.hpp"
#include "distributions/incomplete.hpp"

namespace cggibbs {

struct InverseGamma {
  static constexpr std::string_view name = "inverse_gamma";
  static constexpr std::array<std::string_view, 3> arguments{"x", "shape", "scale"};
  static constexpr int location = 1;
  static constexpr bool discrete = false;
  static constexpr std::array<DensityForm, 3> forms{DensityForm::log_inverse, DensityForm::other,
                                                    DensityForm::log_linear};

  static double log_density(double x, double shape, double scale) {
    if (!positive(x) || !positive(shape) || !positive(scale)) return no_density(x, shape, scale);
    const double log_x = std::log(x);
    return log_gamma_kernel(shape, scale / x, std::log(scale) - log_x) - log_x;
  }
  static double location_part(double x, double shape, double scale) {
    if (!positive(x) || !positive(shape) || !positive(scale)) return no_density(x, shape, scale);
    return log_gamma_kernel(shape, scale / x, std::log(scale) - std::log(x));
  }
  static Partials<3> partials(double x, double shape, double scale) {
    return {
        {(scale / x - shape - 1) / x, std::log(scale) - std::log(x) - digamma(shape), shape / scale - 1 / x},
        {(shape + 1 - 2 * scale / x) / square(x), -trigamma(shape), -shape / square(scale)}};
  }
  static Support support(double, double) { return {.lower = 0}; }
  static double draw(Rng& rng, double shape, double scale) {
    return into_positive(std::exp(std::log(scale) - draw_log_gamma(rng, shape)));
  }
  static double cdf(double x, double shape, double scale) { return x > 0 ? gamma_q(shape, scale / x) : 0; }
  static LogTails log_tails(double x, double shape, double scale) {
    if (!(x > 0)) return {-inf, 0};
    return {std::log(gamma_q(shape, scale / x)), std::log(gamma_p(shape, scale / x))};
  }
  static double quantile(double p, double shape, double scale) {
    return is_probability(p) ? scale / gamma_q_inverse(shape, p) : nan;
  }

  /// (sum log x, sum 1 / x)
  struct Stats {
    static constexpr std::size_t elements = 1;
    static constexpr int count = 2;
    static void add(DoubleDouble* t, double x) {
      t[0] += std::log(x);
      t[1] += 1 / x;
    }
    static double log_density(double n, const DoubleDouble* t, double shape, double scale) {
      if (!positive(shape) || !positive(scale)) return no_density(shape, scale);
      return n * (shape * std::log(scale) - log_gamma(shape)) - (shape + 1) * t[0].value() -
             scale * t[1].value();
    }
  };
};

}  // namespace cggibbs
