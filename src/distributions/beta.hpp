// The beta distribution, by its two shapes.
#pragma once

#include "base/gamma_functions.hpp"
#include "distributions/distribution.hpp"
#include "distributions/draws.hpp"
#include "distributions/guards.hpp"
#include "distributions/incomplete.hpp"

namespace cggibbs {

struct Beta {
  static constexpr std::string_view name = "beta";
  static constexpr std::array<std::string_view, 3> arguments{"x", "a", "b"};
  static constexpr int location = 1;
  static constexpr bool discrete = false;
  static constexpr std::array<DensityForm, 3> forms{DensityForm::log_log1m, DensityForm::other,
                                                    DensityForm::other};

  static double log_density(double x, double a, double b) {
    if (!in_open_unit(x) || !positive(a) || !positive(b)) return no_density(x, a, b);
    return (a - 1) * std::log(x) + (b - 1) * std::log1p(-x) - log_beta(a, b);
  }
  static double location_part(double x, double a, double b) {
    if (!in_open_unit(x) || !positive(a) || !positive(b)) return no_density(x, a, b);
    return a * std::log(x) - log_beta(a, b);
  }
  static Partials<3> partials(double x, double a, double b) {
    const double y = 1 - x;
    return {{(a - 1) / x - (b - 1) / y, std::log(x) + digamma(a + b) - digamma(a),
             std::log1p(-x) + digamma(a + b) - digamma(b)},
            {(1 - a) / square(x) + (1 - b) / square(y), trigamma(a + b) - trigamma(a),
             trigamma(a + b) - trigamma(b)}};
  }
  static Support support(double, double) { return {.lower = 0, .upper = 1}; }
  static double draw(Rng& rng, double a, double b) {
    // With shapes this small a draw is an end of the interval, and the logarithms below overflow.
    if (std::max(a, b) < 1e-300) return into_open_unit(rng.uniform() * (1 + b / a) < 1 ? 1 : 0);
    if (std::min(a, b) >= 1 && std::max(a, b) < 1e290) {
      const double first = rng.gamma(a), second = rng.gamma(b);
      return into_open_unit(first / (first + second));
    }
    const double log_first = draw_log_gamma(rng, a);
    const double log_second = draw_log_gamma(rng, b);
    return into_open_unit(inv_logit(log_first - log_second));
  }
  static double cdf(double x, double a, double b) { return x <= 0 ? 0 : x >= 1 ? 1 : beta_p(a, b, x); }
  static LogTails log_tails(double x, double a, double b) {
    if (!in_open_unit(x)) return x <= 0 ? LogTails{-inf, 0} : LogTails{0, -inf};
    return {std::log(beta_p(a, b, x)), std::log(beta_q(a, b, x))};
  }
  static double quantile(double p, double a, double b) { return beta_p_inverse(a, b, p).x; }

  /// (sum log x, sum log(1 - x))
  struct Stats {
    static constexpr std::size_t elements = 1;
    static constexpr int count = 2;
    static void add(DoubleDouble* t, double x) {
      t[0] += std::log(x);
      t[1] += std::log1p(-x);
    }
    static double log_density(double n, const DoubleDouble* t, double a, double b) {
      if (!positive(a) || !positive(b)) return no_density(a, b);
      return (a - 1) * t[0].value() + (b - 1) * t[1].value() - n * log_beta(a, b);
    }
  };
};

}  // namespace cggibbs
