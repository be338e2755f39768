// The F distribution, by its two degrees of freedom, and the precision of a scale that is half Student.
#pragma once

#include "base/gamma_functions.hpp"
#include "distributions/distribution.hpp"
#include "distributions/draws.hpp"
#include "distributions/guards.hpp"
#include "distributions/incomplete.hpp"

namespace cggibbs {

struct FisherF {
  static constexpr std::string_view name = "f";
  static constexpr std::array<std::string_view, 3> arguments{"x", "d1", "d2"};
  static constexpr int location = 1;
  static constexpr bool discrete = false;

  static double log_density(double x, double n, double m) {
    if (!positive(x) || !positive(n) || !positive(m)) return no_density(x, n, m);
    return location_part(x, n, m) - std::log(x);
  }
  /// With t = log(n x / m): n/2 log p + m/2 log q - log B(n/2, m/2), p = inv_logit(t) and q = 1 - p.
  static double location_part(double x, double n, double m) {
    if (!positive(x) || !positive(n) || !positive(m)) return no_density(x, n, m);
    const double t = log_odds(x, n, m);
    return -0.5 * n * log1p_exp(-t) - 0.5 * m * log1p_exp(t) - log_beta(0.5 * n, 0.5 * m);
  }
  static Partials<3> partials(double x, double n, double m) {
    const double t = log_odds(x, n, m), p = inv_logit(t), q = inv_logit(-t);
    const double a = 0.5 * n, b = 0.5 * m;
    const double slope = a * q - b * p, bend = (a + b) * p * q;  // by t, and minus its derivative
    const double total = digamma(a + b), total_slope = trigamma(a + b);
    return {{(slope - 1) / x, 0.5 * (total - digamma(a) - log1p_exp(-t)) + slope / n,
             0.5 * (total - digamma(b) - log1p_exp(t)) - slope / m},
            {(1 - slope - bend) / square(x),
             q / n - (bend + slope) / square(n) + 0.25 * (total_slope - trigamma(a)),
             p / m + (slope - bend) / square(m) + 0.25 * (total_slope - trigamma(b))}};
  }
  static Support support(double, double) { return {.lower = 0}; }
  static double draw(Rng& rng, double n, double m) {
    const double above = draw_log_gamma(rng, 0.5 * n), below = draw_log_gamma(rng, 0.5 * m);
    // With tiny degrees of freedom both are infinite: a draw is at one of the two ends.
    const double t = above == below ? (rng.uniform() < 0.5 ? -inf : inf) : above - below;
    return into_positive(std::exp(t + std::log(m) - std::log(n)));
  }
  static double cdf(double x, double n, double m) {
    if (!(x > 0)) return std::isnan(x) ? nan : 0;
    const double t = log_odds(x, n, m);
    return t < 0 ? beta_p(0.5 * n, 0.5 * m, inv_logit(t)) : beta_q(0.5 * m, 0.5 * n, inv_logit(-t));
  }
  static double quantile(double p, double n, double m) {
    const auto [share, rest] = beta_p_inverse(0.5 * n, 0.5 * m, p);
    return m / n * (share / rest);
  }

 private:
  static double log_odds(double x, double n, double m) { return std::log(n) + std::log(x) - std::log(m); }
};

/// x = 1 / sigma^2 where sigma is half_student_t(df, s): s^2 x has an F distribution.
struct ScaledGamma {
  static constexpr std::string_view name = "scaled_gamma";
  static constexpr std::array<std::string_view, 3> arguments{"x", "s", "df"};
  static constexpr int location = 1;
  static constexpr bool discrete = false;

  static double log_density(double x, double s, double df) {
    if (!positive(x) || !positive(s) || !positive(df)) return no_density(x, s, df);
    // (df / 2) log y - (df + 1) / 2 log(1 + y) - log x - log B(df / 2, 1 / 2) with y = df s^2 x
    const double t = std::log(df) + 2 * std::log(s) + std::log(x);
    return -0.5 * df * log1p_exp(-t) - 0.5 * log1p_exp(t) - log_beta(0.5 * df, 0.5) - std::log(x);
  }
  static double location_part(double x, double s, double df) { return log_density(x, s, df); }
  static Partials<3> partials(double x, double s, double df) {
    const auto f = FisherF::partials(square(s) * x, df, 1);
    const double y = square(s) * x;
    // log density = log F(y) + 2 log s
    return {{square(s) * f.first[0], 2 / s + 2 * s * x * f.first[0], f.first[1]},
            {square(square(s)) * f.second[0], -2 / square(s) + 2 * x * f.first[0] + 4 * x * y * f.second[0],
             f.second[1]}};
  }
  static Support support(double, double) { return {.lower = 0}; }
  static double draw(Rng& rng, double s, double df) {
    return into_positive(FisherF::draw(rng, df, 1) / s / s);
  }
  static double cdf(double x, double s, double df) { return FisherF::cdf(x * s * s, df, 1); }
  static double quantile(double p, double s, double df) { return FisherF::quantile(p, df, 1) / s / s; }
};

}  // namespace cggibbs
