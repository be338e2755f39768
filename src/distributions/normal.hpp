// The normal distribution, by mean and standard deviation.
#pragma once

#include "distributions/distribution.hpp"

namespace cggibbs {

struct Normal {
  static constexpr std::string_view name = "normal";
  static constexpr std::array<std::string_view, 3> arguments{"x", "mu", "sigma"};
  static constexpr int location = 1;
  static constexpr bool discrete = false;
  static constexpr std::array<DensityForm, 3> forms{DensityForm::quadratic, DensityForm::quadratic,
                                                    DensityForm::log_inverse_square};

  static double log_density(double x, double mu, double sigma) {
    if (!(sigma > 0)) return std::isnan(sigma) ? nan : -inf;
    return -0.5 * square((x - mu) / sigma) - std::log(sigma) - 0.5 * log_two_pi;
  }
  static double location_part(double x, double mu, double sigma) {
    if (!(sigma > 0)) return std::isnan(sigma) ? nan : -inf;
    return -0.5 * square((x - mu) / sigma);
  }
  struct Beside {
    static constexpr std::array<bool, 3> reads{};
    static void add(DoubleDouble*, double, double, double, double) {}
    static double sum(double n, const double*, const ArgView* a) {
      return -n * (std::log(*a[2].data) + 0.5 * log_two_pi);
    }
  };
  static Partials<3> partials(double x, double mu, double sigma) {
    const double z = (x - mu) / sigma;
    const double curvature = -1 / square(sigma);
    return {{-z / sigma, z / sigma, (z * z - 1) / sigma},
            {curvature, curvature, (1 - 3 * z * z) / square(sigma)}};
  }
  static Support support(double, double) { return {}; }
  static double draw(Rng& rng, double mu, double sigma) { return mu + sigma * rng.normal(); }
  static double cdf(double x, double mu, double sigma) { return normal_cdf((x - mu) / sigma); }
  static LogTails log_tails(double x, double mu, double sigma) {
    const double z = (x - mu) / sigma;
    return {log_normal_cdf(z), log_normal_cdf(-z)};
  }
  static double quantile(double p, double mu, double sigma);

  /// (sum x, sum x^2): squares are exact products, so that a mean far from zero does not cancel.
  struct Stats {
    static constexpr std::size_t elements = 1;
    static constexpr int count = 2;
    static void add(DoubleDouble* t, double x) {
      t[0] += x;
      t[1] += exact_product(x, x);
    }
    static double log_density(double n, const DoubleDouble* t, double mu, double sigma);
  };

  static constexpr RowKernel kernel{kernels::normal};
  /// A common sigma: one logarithm for all rows.
  static bool slopes_fit(const ArgView* a) { return is_scalar(a[2]) && *a[2].data > 0; }
  static double slopes(std::size_t n, const ArgView* a, double* const* out);
};

/// normal(x, mu, a * s): the form whose common scale s has an O(1) conditional, as global shrinkage scales
/// have.
struct NormalScaled {
  static constexpr std::string_view name = "normal_scaled";
  static constexpr std::array<std::string_view, 4> arguments{"x", "mu", "a", "s"};
  static constexpr int location = 1;
  static constexpr bool discrete = false;
  static constexpr std::array<DensityForm, 4> forms{DensityForm::quadratic, DensityForm::quadratic,
                                                    DensityForm::log_inverse_square,
                                                    DensityForm::log_inverse_square};

  static double log_density(double x, double mu, double a, double s) {
    if (!(a > 0) || !(s > 0)) return std::isnan(a) || std::isnan(s) ? nan : -inf;
    // Logs and quotients one factor at a time: a * s may underflow where neither factor is small.
    return -0.5 * square((x - mu) / a / s) - std::log(a) - std::log(s) - 0.5 * log_two_pi;
  }
  static double location_part(double x, double mu, double a, double s) {
    if (!(a > 0) || !(s > 0)) return std::isnan(a) || std::isnan(s) ? nan : -inf;
    return -0.5 * square((x - mu) / a / s);
  }
  static Partials<4> partials(double x, double mu, double a, double s) {
    const double z = (x - mu) / a / s;
    const double curvature = -1 / square(a * s);
    return {{-z / a / s, z / a / s, (z * z - 1) / a, (z * z - 1) / s},
            {curvature, curvature, (1 - 3 * z * z) / square(a), (1 - 3 * z * z) / square(s)}};
  }
  static Support support(double, double, double) { return {}; }
  static double draw(Rng& rng, double mu, double a, double s) { return mu + a * s * rng.normal(); }
  static double cdf(double x, double mu, double a, double s) { return normal_cdf((x - mu) / a / s); }
  static double quantile(double p, double mu, double a, double s) { return Normal::quantile(p, mu, a * s); }

  /// (sum ((x - mu) / a)^2, sum log a)
  struct Stats {
    static constexpr std::size_t elements = 3;
    static constexpr int count = 2;
    static void add(DoubleDouble* t, double x, double mu, double a) {
      t[0] += square((x - mu) / a);
      t[1] += std::log(a);
    }
    static double log_density(double n, const DoubleDouble* t, double s) {
      if (!(s > 0)) return std::isnan(s) ? nan : -inf;
      return -0.5 * t[0].value() / s / s - t[1].value() - n * (std::log(s) + 0.5 * log_two_pi);
    }
  };
};

}  // namespace cggibbs
