// The exponential distribution, by rate.
#pragma once

#include "distributions/distribution.hpp"
#include "distributions/guards.hpp"

namespace cggibbs {

struct Exponential {
  static constexpr std::string_view name = "exponential";
  static constexpr std::array<std::string_view, 2> arguments{"x", "rate"};
  static constexpr int location = 1;
  static constexpr bool discrete = false;
  static constexpr std::array<DensityForm, 2> forms{DensityForm::log_linear, DensityForm::log_linear};

  static double log_density(double x, double rate) {
    return x >= 0 && positive(rate) ? std::log(rate) - rate * x : no_density(x, rate);
  }
  static double location_part(double x, double rate) { return log_density(x, rate); }
  static Partials<2> partials(double x, double rate) {
    return {{-rate, 1 / rate - x}, {0, -1 / square(rate)}};
  }
  static Support support(double) { return {.lower = 0}; }
  static double draw(Rng& rng, double rate) { return into_finite(rng.exponential() / rate); }
  static double cdf(double x, double rate) { return x > 0 ? -std::expm1(-rate * x) : 0; }
  static LogTails log_tails(double x, double rate) {
    return x > 0 ? LogTails{log1m_exp(-rate * x), -rate * x} : LogTails{-inf, 0};
  }
  static double quantile(double p, double rate) { return is_probability(p) ? -std::log1p(-p) / rate : nan; }

  /// (sum x)
  struct Stats {
    static constexpr std::size_t elements = 1;
    static constexpr int count = 1;
    static void add(DoubleDouble* t, double x) { t[0] += x; }
    static double log_density(double n, const DoubleDouble* t, double rate) {
      return positive(rate) ? n * std::log(rate) - rate * t[0].value() : no_density(rate);
    }
  };
};

}  // namespace cggibbs
