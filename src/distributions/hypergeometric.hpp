// Fisher's noncentral hypergeometric distribution: of m draws without replacement, those from the first of two groups.
#pragma once

#include "distributions/distribution.hpp"
#include "distributions/guards.hpp"

namespace cggibbs {

/// Proportional to (n1 choose x) (n2 choose m - x) psi^x: psi is the odds ratio, 1 for draws without preference. Groups have
/// less than 1e9 members, and a density costs a sum over the support around its mode.
struct Hypergeometric {
  static constexpr std::string_view name = "hypergeometric";
  static constexpr std::array<std::string_view, 5> arguments{"x", "n1", "n2", "m", "psi"};
  static constexpr int location = 4;
  static constexpr bool discrete = true;

  static double log_density(double x, double n1, double n2, double m, double psi);
  static double location_part(double x, double n1, double n2, double m, double psi) {
    return log_density(x, n1, n2, m, psi);
  }
  /// All but psi are integers like x: their partials are 0.
  static Partials<5> partials(double x, double n1, double n2, double m, double psi);
  static Support support(double n1, double n2, double m, double) {
    return {.lower = std::max(0.0, m - n2), .upper = std::min(n1, m), .discrete = true};
  }
  static double draw(Rng& rng, double n1, double n2, double m, double psi);
  static double cdf(double x, double n1, double n2, double m, double psi);
};

}  // namespace cggibbs
