// The Pareto distribution, by shape and its least value.
#pragma once

#include "distributions/distribution.hpp"
#include "distributions/guards.hpp"

namespace cggibbs {

struct Pareto {
  static constexpr std::string_view name = "pareto";
  static constexpr std::array<std::string_view, 3> arguments{"x", "shape", "scale"};
  static constexpr int location = 1;
  static constexpr bool discrete = false;
  static constexpr std::array<DensityForm, 3> forms{DensityForm::other, DensityForm::log_linear,
                                                    DensityForm::other};

  static double log_density(double x, double shape, double scale) {
    const double part = location_part(x, shape, scale);
    return part > -inf ? part - std::log(x) : part;
  }
  static double location_part(double x, double shape, double scale) {
    if (!(x >= scale && x < inf) || !positive(shape) || !positive(scale)) return no_density(x, shape, scale);
    return std::log(shape) - shape * log_ratio(x, scale);
  }
  static Partials<3> partials(double x, double shape, double scale) {
    return {{-(shape + 1) / x, 1 / shape - log_ratio(x, scale), shape / scale},
            {(shape + 1) / square(x), -1 / square(shape), -shape / square(scale)}};
  }
  static Support support(double, double scale) { return {.lower = scale}; }
  static double draw(Rng& rng, double shape, double scale) {
    return std::max(scale, into_finite(scale * std::exp(rng.exponential() / shape)));
  }
  static double cdf(double x, double shape, double scale) {
    return x > scale ? -std::expm1(-shape * log_ratio(x, scale)) : 0;
  }
  static LogTails log_tails(double x, double shape, double scale) {
    if (!(x > scale)) return {-inf, 0};
    const double upper = -shape * log_ratio(x, scale);
    return {log1m_exp(upper), upper};
  }
  static double quantile(double p, double shape, double scale) {
    return is_probability(p) ? scale * std::exp(-std::log1p(-p) / shape) : nan;
  }

 private:
  /// log(x / scale), also where the quotient overflows.
  static double log_ratio(double x, double scale) {
    const double z = x / scale;
    return z < inf ? std::log(z) : std::log(x) - std::log(scale);
  }
};

}  // namespace cggibbs
