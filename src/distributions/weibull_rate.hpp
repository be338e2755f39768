// The Weibull distribution by the rate of x^shape, or its logarithm, and shape: the forms of survival models.
#pragma once

#include "distributions/distribution.hpp"
#include "distributions/guards.hpp"
#include "kernels/link_likelihoods.hpp"

namespace cggibbs {

namespace detail {

/// (sum log x)
struct BesidePowers {
  static constexpr std::array<bool, 3> reads{true};
  static void add(DoubleDouble* t, double weight, double x, double, double) {
    t[0] += weight * (positive(x) ? std::log(x) : nan);
  }
  static double sum(double n, const double* t, const ArgView* a) {
    const double shape = *a[2].data;
    return positive(shape) ? n * std::log(shape) - t[0] : no_density(shape);
  }
};

/// The log density of rows from what varies with the location.
inline double weibull_rows(std::size_t n, const ArgView* a, double location_part) {
  if (!(location_part > -inf)) return location_part;
  double log_x = 0;
  for (std::size_t i = 0; i < n; ++i) log_x += std::log(a[0][i]);
  return location_part + static_cast<double>(n) * std::log(*a[2].data) - log_x;
}

}  // namespace detail

struct WeibullLogRate {
  static constexpr std::string_view name = "weibull_log_rate";
  static constexpr std::array<std::string_view, 3> arguments{"x", "eta", "shape"};
  static constexpr int location = 1;
  static constexpr bool discrete = false;

  static double log_density(double x, double eta, double shape) {
    const double part = location_part(x, eta, shape);
    return part > -inf ? part + std::log(shape) - std::log(x) : part;
  }
  static double location_part(double x, double eta, double shape) {
    if (!positive(x) || !positive(shape)) return no_density(x, eta, shape);
    const double u = eta + shape * std::log(x), w = std::exp(u);
    return w < inf ? u - w : no_density(eta);
  }
  struct Beside : detail::BesidePowers {};
  static Partials<3> partials(double x, double eta, double shape) {
    const double log_x = std::log(x), w = std::exp(eta + shape * log_x);
    return {{(shape - 1 - shape * w) / x, 1 - w, 1 / shape + log_x * (1 - w)},
            {(1 - shape) * (1 + shape * w) / square(x), -w, -1 / square(shape) - square(log_x) * w}};
  }
  static Support support(double, double) { return {.lower = 0}; }
  static double draw(Rng& rng, double eta, double shape) {
    return into_positive(std::exp((std::log(rng.exponential()) - eta) / shape));
  }
  static double cdf(double x, double eta, double shape) {
    return x > 0 ? -std::expm1(-power(x, eta, shape)) : 0;
  }
  static LogTails log_tails(double x, double eta, double shape) {
    if (!(x > 0)) return {-inf, 0};
    const double w = power(x, eta, shape);
    return {log1m_exp(-w), -w};
  }
  static double quantile(double p, double eta, double shape) {
    return is_probability(p) ? std::exp((std::log(-std::log1p(-p)) - eta) / shape) : nan;
  }

  static constexpr RowKernel kernel{kernels::weibull_log_rate};
  static double sum(std::size_t n, const ArgView* a, double part) { return detail::weibull_rows(n, a, part); }
  static constexpr double loop_price = 3;

 private:
  static double power(double x, double eta, double shape) { return std::exp(eta + shape * std::log(x)); }
};

struct WeibullRate {
  static constexpr std::string_view name = "weibull_rate";
  static constexpr std::array<std::string_view, 3> arguments{"x", "rate", "shape"};
  static constexpr int location = 1;
  static constexpr bool discrete = false;
  static constexpr std::array<DensityForm, 3> forms{DensityForm::other, DensityForm::log_linear,
                                                    DensityForm::other};

  static double log_density(double x, double rate, double shape) {
    return positive(rate) ? WeibullLogRate::log_density(x, std::log(rate), shape)
                          : no_density(x, rate, shape);
  }
  static double location_part(double x, double rate, double shape) {
    return positive(rate) ? WeibullLogRate::location_part(x, std::log(rate), shape)
                          : no_density(x, rate, shape);
  }
  struct Beside : detail::BesidePowers {};
  static Partials<3> partials(double x, double rate, double shape) {
    Partials<3> p = WeibullLogRate::partials(x, std::log(rate), shape);
    p.first[1] /= rate;
    p.second[1] = -1 / square(rate);
    return p;
  }
  static Support support(double, double) { return {.lower = 0}; }
  static double draw(Rng& rng, double rate, double shape) {
    return WeibullLogRate::draw(rng, std::log(rate), shape);
  }
  static double cdf(double x, double rate, double shape) {
    return WeibullLogRate::cdf(x, std::log(rate), shape);
  }
  static LogTails log_tails(double x, double rate, double shape) {
    return WeibullLogRate::log_tails(x, std::log(rate), shape);
  }
  static double quantile(double p, double rate, double shape) {
    return WeibullLogRate::quantile(p, std::log(rate), shape);
  }

  static constexpr RowKernel kernel{kernels::weibull_rate};
  static double sum(std::size_t n, const ArgView* a, double part) { return detail::weibull_rows(n, a, part); }
  static constexpr double loop_price = 4;
};

}  // namespace cggibbs
