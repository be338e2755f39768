// The Weibull distribution, by shape and scale.
#pragma once

#include "distributions/distribution.hpp"
#include "distributions/guards.hpp"

namespace cggibbs {

struct Weibull {
  static constexpr std::string_view name = "weibull";
  static constexpr std::array<std::string_view, 3> arguments{"x", "shape", "scale"};
  static constexpr int location = 1;
  static constexpr bool discrete = false;

  static double log_density(double x, double shape, double scale) {
    const double part = location_part(x, shape, scale);
    return part > -inf ? part - std::log(x) : part;
  }
  static double location_part(double x, double shape, double scale) {
    if (!positive(x) || !positive(shape) || !positive(scale)) return no_density(x, shape, scale);
    const double log_w = shape * log_ratio(x, scale);
    const double w = std::exp(log_w);
    return w < inf ? std::log(shape) + log_w - w : -inf;
  }
  static Partials<3> partials(double x, double shape, double scale) {
    const double log_z = log_ratio(x, scale);
    const double w = std::exp(shape * log_z);
    return {{(shape - 1 - shape * w) / x, 1 / shape + log_z * (1 - w), shape * (w - 1) / scale},
            {(1 - shape) * (1 + shape * w) / square(x), -1 / square(shape) - square(log_z) * w,
             shape * (1 - (shape + 1) * w) / square(scale)}};
  }
  static Support support(double, double) { return {.lower = 0}; }
  static double draw(Rng& rng, double shape, double scale) {
    return into_positive(scale * std::pow(rng.exponential(), 1 / shape));
  }
  static double cdf(double x, double shape, double scale) {
    return x > 0 ? -std::expm1(-std::pow(x / scale, shape)) : 0;
  }
  static LogTails log_tails(double x, double shape, double scale) {
    if (!(x > 0)) return {-inf, 0};
    const double w = std::pow(x / scale, shape);
    return {log1m_exp(-w), -w};
  }
  static double quantile(double p, double shape, double scale) {
    return is_probability(p) ? scale * std::pow(-std::log1p(-p), 1 / shape) : nan;
  }

 private:
  /// log(x / scale), also where the quotient leaves the range of normal doubles.
  static double log_ratio(double x, double scale) {
    const double z = x / scale;
    return std::isnormal(z) ? std::log(z) : std::log(x) - std::log(scale);
  }
};

}  // namespace cggibbs
