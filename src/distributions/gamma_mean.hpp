// The gamma distribution by its mean, or the logarithm of its mean, and shape: the forms of a gamma
// regression.
#pragma once

#include "distributions/gamma.hpp"
#include "kernels/link_likelihoods.hpp"
#include "kernels/vectors.hpp"

namespace cggibbs {

namespace detail {

/// (sum log x)
struct BesideRatios {
  static constexpr std::array<bool, 3> reads{true};
  static void add(DoubleDouble* t, double weight, double x, double, double) {
    t[0] += weight * (positive(x) ? std::log(x) : nan);
  }
  static double sum(double n, const double* t, const ArgView* a) {
    const double shape = *a[2].data;
    if (!positive(shape)) return no_density(shape);
    return n * (shape * std::log(shape) - log_gamma(shape)) + (shape - 1) * t[0];
  }
};

}  // namespace detail

struct GammaLog {
  static constexpr std::string_view name = "gamma_log";
  static constexpr std::array<std::string_view, 3> arguments{"x", "eta", "shape"};
  static constexpr int location = 1;
  static constexpr bool discrete = false;

  static double log_density(double x, double eta, double shape) {
    if (!positive(x) || !positive(shape)) return no_density(x, eta, shape);
    const double log_x = std::log(x);
    return log_gamma_kernel(shape, shape * ratio_to_mean(x, eta), std::log(shape) + log_x - eta) - log_x;
  }
  static double location_part(double x, double eta, double shape) {
    const double w = ratio_to_mean(x, eta);
    if (!positive(shape) || !(w < inf)) return no_density(x, eta, shape);
    return -shape * (eta + w);
  }
  struct Beside : detail::BesideRatios {};
  static Partials<3> partials(double x, double eta, double shape) {
    const double w = ratio_to_mean(x, eta);
    return {{(shape - 1) / x - shape * std::exp(-eta), shape * (w - 1),
             std::log(shape) - digamma(shape) + std::log(x) - eta + 1 - w},
            {(1 - shape) / square(x), -shape * w, 1 / shape - trigamma(shape)}};
  }
  static Support support(double, double) { return {.lower = 0}; }
  static double draw(Rng& rng, double eta, double shape) {
    return into_positive(std::exp(draw_log_gamma(rng, shape) - std::log(shape) + eta));
  }
  static double cdf(double x, double eta, double shape) {
    return x > 0 ? gamma_p(shape, shape * ratio_to_mean(x, eta)) : 0;
  }
  static double quantile(double p, double eta, double shape) {
    return Gamma::quantile(p, shape, shape * std::exp(-eta));
  }

  static constexpr RowKernel kernel{kernels::gamma_log};
  /// A common shape: its functions once for all rows.
  static bool slopes_fit(const ArgView* a) {
    return is_scalar(a[2]) && is_array(a[0]) && is_array(a[1]) && *a[2].data > 0;
  }
  static double slopes(std::size_t n, const ArgView* a, double* const* out);
  /// A move scales the sum of the ratios to the mean at each value.
  static FewMoves watch_few(std::size_t n, const ArgView* a, const double* column,
                            const kernels::FewValues& x, double*) {
    FewMoves w(x);
    const double shape = *a[2].data;
    w.slope = -shape * kernels::sum({column, n});
    kernels::sum_exp_by_value(n, a[0].data, a[1].data, -1, x, w.mass);
    for (double& m : w.mass) m *= shape;
    return w;
  }
  static bool move_few(std::size_t, const FewMoves& w, const double*, std::size_t count, const double* deltas,
                       double* out) {
    return move_masses(w, -1, count, deltas, out);
  }

 private:
  /// x / exp(eta), also where only exp(eta) leaves the range of doubles.
  static double ratio_to_mean(double x, double eta) {
    const double e = std::exp(-eta);
    return std::isnormal(e) ? x * e : std::exp(std::log(x) - eta);
  }
};

struct GammaMean {
  static constexpr std::string_view name = "gamma_mean";
  static constexpr std::array<std::string_view, 3> arguments{"x", "mu", "shape"};
  static constexpr int location = 1;
  static constexpr bool discrete = false;
  static constexpr std::array<DensityForm, 3> forms{DensityForm::log_linear, DensityForm::log_inverse,
                                                    DensityForm::other};

  static double log_density(double x, double mu, double shape) {
    if (!positive(x) || !positive(mu) || !positive(shape)) return no_density(x, mu, shape);
    const double log_x = std::log(x);
    return log_gamma_kernel(shape, shape * (x / mu), std::log(shape) + log_x - std::log(mu)) - log_x;
  }
  static double location_part(double x, double mu, double shape) {
    if (!positive(mu) || !positive(shape)) return no_density(x, mu, shape);
    return -shape * (std::log(mu) + x / mu);
  }
  struct Beside : detail::BesideRatios {};
  static Partials<3> partials(double x, double mu, double shape) {
    const double w = x / mu;
    return {{(shape - 1) / x - shape / mu, shape * (w - 1) / mu,
             std::log(shape) - digamma(shape) + std::log(x) - std::log(mu) + 1 - w},
            {(1 - shape) / square(x), shape * (1 - 2 * w) / square(mu), 1 / shape - trigamma(shape)}};
  }
  static Support support(double, double) { return {.lower = 0}; }
  static double draw(Rng& rng, double mu, double shape) { return GammaLog::draw(rng, std::log(mu), shape); }
  static double cdf(double x, double mu, double shape) {
    return x > 0 ? gamma_p(shape, shape * (x / mu)) : 0;
  }
  static double quantile(double p, double mu, double shape) { return mu * Gamma::quantile(p, shape, shape); }

  static constexpr RowKernel kernel{kernels::gamma_mean};
};

}  // namespace cggibbs
