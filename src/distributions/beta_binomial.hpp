// The beta-binomial distribution: binomial counts of n trials whose probability is beta(a, b).
#pragma once

#include "distributions/beta.hpp"

namespace cggibbs {

struct BetaBinomial {
  static constexpr std::string_view name = "beta_binomial";
  static constexpr std::array<std::string_view, 4> arguments{"x", "a", "b", "n"};
  static constexpr int location = 1;
  static constexpr bool discrete = true;

  static double log_density(double x, double a, double b, double n) {
    if (!is_count(x) || !is_count(n) || x > n) return no_density(x, a, b, n);
    const double part = location_part(x, a, b, n);
    return part > -inf ? part + log_choose(n, x) : part;
  }
  static double location_part(double x, double a, double b, double n) {
    if (!positive(a) || !positive(b)) return no_density(x, a, b, n);
    return log_beta(x + a, n - x + b) - log_beta(a, b);
  }
  /// The number of trials is an integer like x: its partials are 0.
  static Partials<4> partials(double x, double a, double b, double n) {
    const double all = digamma(a + b) - digamma(a + b + n), bend = trigamma(a + b) - trigamma(a + b + n);
    return {{0, digamma(x + a) - digamma(a) + all, digamma(n - x + b) - digamma(b) + all, 0},
            {0, trigamma(x + a) - trigamma(a) + bend, trigamma(n - x + b) - trigamma(b) + bend, 0}};
  }
  static Support support(double, double, double n) { return {.lower = 0, .upper = n, .discrete = true}; }
  static double draw(Rng& rng, double a, double b, double n) {
    return draw_binomial(rng, n, Beta::draw(rng, a, b));
  }
  /// A sum of as many terms as there are counts up to x.
  static double cdf(double x, double a, double b, double n) {
    if (x < 0 || x >= n) return x < 0 ? 0 : 1;
    double total = 0;
    for (double k = std::floor(x); k >= 0; --k) total += std::exp(log_density(k, a, b, n));
    return std::min(total, 1.0);
  }
};

}  // namespace cggibbs
