// Student's t distribution, by degrees of freedom, location and scale.
#pragma once

#include "base/gamma_functions.hpp"
#include "distributions/distribution.hpp"
#include "distributions/location_scale.hpp"

namespace cggibbs {

struct StudentT {
  static constexpr std::string_view name = "student_t";
  static constexpr std::array<std::string_view, 4> arguments{"x", "nu", "mu", "sigma"};
  static constexpr int location = 2;
  static constexpr bool discrete = false;

  static double log_density(double x, double nu, double mu, double sigma);
  static double location_part(double x, double nu, double mu, double sigma);
  struct Beside {
    static constexpr std::array<bool, 4> reads{};
    static void add(DoubleDouble*, double, double, double, double, double) {}
    static double sum(double n, const double*, const ArgView* a);
  };
  static Partials<4> partials(double x, double nu, double mu, double sigma);
  static Support support(double, double, double) { return {}; }
  static double draw(Rng& rng, double nu, double mu, double sigma);
  static double cdf(double x, double nu, double mu, double sigma);
  static LogTails log_tails(double x, double nu, double mu, double sigma) {
    return {std::log(cdf(x, nu, mu, sigma)), std::log(cdf(-x, nu, -mu, sigma))};
  }
  static double quantile(double p, double nu, double mu, double sigma);

  static constexpr RowKernel kernel{kernels::student_t};
  /// Common degrees of freedom and scale: their functions once for all rows.
  static bool slopes_fit(const ArgView* a) {
    return is_scalar(a[1]) && is_scalar(a[3]) && *a[1].data > 0 && *a[3].data > 0;
  }
  static double slopes(std::size_t n, const ArgView* a, double* const* out);
};

/// Inlined, so that loops over rows compute what they ask for and no more.
[[gnu::always_inline]] inline Partials<4> StudentT::partials(double x, double nu, double mu, double sigma) {
  const double z = (x - mu) / sigma;
  const double q = 1 / (1 + nu / (z * z));  // z^2 / (nu + z^2)
  const double r = 1 / (1 + z * z / nu);    // 1 - q
  const double slope = z == 0 ? 0 : -(nu + 1) / (z + nu / z);
  const double curvature = (nu + 1) / nu * r * (q - r);
  const auto p = location_scale_partials(z, sigma, slope, curvature);
  const double by_nu = 0.5 * (digamma(0.5 * (nu + 1)) - digamma(0.5 * nu) - 1 / nu -
                              log1p_ratio_squared(x - mu, sigma, std::sqrt(nu)) + (nu + 1) / nu * q);
  const double by_nu_twice = 0.25 * (trigamma(0.5 * (nu + 1)) - trigamma(0.5 * nu)) +
                             0.5 * (r + nu * q - (nu + 1) * q * r) / square(nu);
  return {{p.first[0], by_nu, p.first[1], p.first[2]}, {p.second[0], by_nu_twice, p.second[1], p.second[2]}};
}

}  // namespace cggibbs
