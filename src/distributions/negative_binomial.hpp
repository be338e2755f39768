// The negative binomial distribution by mean, or its logarithm, and dispersion: variance mu + mu^2 / phi.
#pragma once

#include "distributions/distribution.hpp"
#include "distributions/guards.hpp"
#include "kernels/counts.hpp"
#include "kernels/link_likelihoods.hpp"

namespace cggibbs {

struct NegativeBinomialLog {
  static constexpr std::string_view name = "negative_binomial_log";
  static constexpr std::array<std::string_view, 3> arguments{"x", "eta", "phi"};
  static constexpr int location = 1;
  static constexpr bool discrete = true;

  static double log_density(double x, double eta, double phi);
  /// phi log(phi / (mu + phi)) + x log(mu / (mu + phi))
  static double location_part(double x, double eta, double phi) {
    if (!positive(phi)) return no_density(x, eta, phi);
    const double t = eta - std::log(phi);
    const double larger = t > 0 ? phi * t : times(x, -t);
    return -larger - (x + phi) * std::log1p(std::exp(-std::abs(t)));
  }
  static Partials<3> partials(double x, double eta, double phi);
  static Support support(double, double) { return {.lower = 0, .discrete = true}; }
  static double draw(Rng& rng, double eta, double phi);
  static double cdf(double x, double eta, double phi);

  static constexpr RowKernel kernel{kernels::negative_binomial_log};
  /// A common phi.
  static double sum(std::size_t n, const ArgView* a, double location_part) {
    return location_part + kernels::sum_log_choose_rising(n, a[0].data, *a[2].data);
  }
  static bool slopes_fit(const ArgView* a) {
    return is_array(a[0]) && is_array(a[1]) && is_scalar(a[2]) && *a[2].data > 0;
  }
  static double slopes(std::size_t n, const ArgView* a, double* const* out);
};

/// A mean of 0 is allowed, for exp(eta) underflows to it: then x is 0.
struct NegativeBinomial {
  static constexpr std::string_view name = "negative_binomial";
  static constexpr std::array<std::string_view, 3> arguments{"x", "mu", "phi"};
  static constexpr int location = 1;
  static constexpr bool discrete = true;

  static double log_density(double x, double mu, double phi) {
    if (!(mu >= 0 && mu < inf)) return no_density(x, mu, phi);
    return NegativeBinomialLog::log_density(x, std::log(mu), phi);
  }
  static double location_part(double x, double mu, double phi) {
    if (!(mu >= 0 && mu < inf)) return no_density(x, mu, phi);
    return NegativeBinomialLog::location_part(x, std::log(mu), phi);
  }
  static Partials<3> partials(double x, double mu, double phi) {
    auto p = NegativeBinomialLog::partials(x, std::log(mu), phi);
    p.first[1] = (x == 0 ? 0 : x / mu) - (x + phi) / (mu + phi);
    p.second[1] = (x + phi) / square(mu + phi) - (x == 0 ? 0 : x / square(mu));
    return p;
  }
  static Support support(double, double) { return {.lower = 0, .discrete = true}; }
  static double draw(Rng& rng, double mu, double phi) {
    return NegativeBinomialLog::draw(rng, std::log(mu), phi);
  }
  static double cdf(double x, double mu, double phi) {
    return NegativeBinomialLog::cdf(x, std::log(mu), phi);
  }

  static constexpr RowKernel kernel{kernels::negative_binomial_mean};
  static constexpr double loop_price = 1.7;
  static double sum(std::size_t n, const ArgView* a, double location_part) {
    return NegativeBinomialLog::sum(n, a, location_part);
  }
  static bool slopes_fit(const ArgView* a) { return NegativeBinomialLog::slopes_fit(a); }
  static double slopes(std::size_t n, const ArgView* a, double* const* out);
};

}  // namespace cggibbs
