// The beta distribution by its mean, or the logit of its mean, and precision: the forms of a beta regression.
#pragma once

#include "distributions/beta.hpp"
#include "kernels/link_likelihoods.hpp"

namespace cggibbs {

namespace detail {

// a digamma(a) and a^2 trigamma(a), which have limits at a = 0.
inline double scaled_digamma(double a) {
  return a * digamma(a + 1) - 1;
}
inline double scaled_trigamma(double a) {
  return a * a * trigamma(a + 1) + 1;
}

/// inv_logit(eta) and inv_logit(-eta), by one exponential.
struct MeanAndRest {
  double mu, nu;
  explicit MeanAndRest(double eta) {
    const double t = std::exp(-std::abs(eta)), larger = 1 / (1 + t);
    mu = eta < 0 ? t * larger : larger;
    nu = eta < 0 ? larger : t * larger;
  }
};

/// (sum log x, sum log(1 - x)), the same for both parameterisations.
struct BesideShares {
  static constexpr std::array<bool, 3> reads{true};
  static void add(DoubleDouble* t, double weight, double x, double, double) {
    t[0] += weight * (in_open_unit(x) ? std::log(x) : nan);
    t[1] += weight * std::log1p(-x);
  }
  static double sum(double, const double* t, const ArgView* a) { return (*a[2].data - 1) * t[1] - t[0]; }
};

/// Derivative by phi, the same for both parameterisations.
[[gnu::always_inline]] inline void by_precision(double x, double mu, double nu, double phi, double& first,
                                                double& second) {
  // mu digamma(mu phi) = scaled_digamma(mu phi) / phi
  const double a = mu * phi;
  const double b = nu * phi;
  first =
      digamma(phi) - (scaled_digamma(a) + scaled_digamma(b)) / phi + mu * std::log(x) + nu * std::log1p(-x);
  second = trigamma(phi) - (scaled_trigamma(a) + scaled_trigamma(b)) / square(phi);
}

}  // namespace detail

/// beta(mu phi, (1 - mu) phi)
struct BetaMean {
  static constexpr std::string_view name = "beta_mean";
  static constexpr std::array<std::string_view, 3> arguments{"x", "mu", "phi"};
  static constexpr int location = 1;
  static constexpr bool discrete = false;

  static double log_density(double x, double mu, double phi) {
    if (!in_open_unit(mu)) return no_density(x, mu, phi);
    return Beta::log_density(x, mu * phi, (1 - mu) * phi);
  }
  static double location_part(double x, double mu, double phi) {
    if (!in_open_unit(x) || !in_open_unit(mu) || !positive(phi)) return no_density(x, mu, phi);
    return phi * mu * logit(x) - log_beta(mu * phi, (1 - mu) * phi);
  }
  struct Beside : detail::BesideShares {};
  static Partials<3> partials(double x, double mu, double phi);
  static Support support(double, double) { return {.lower = 0, .upper = 1}; }
  static double draw(Rng& rng, double mu, double phi) { return Beta::draw(rng, mu * phi, (1 - mu) * phi); }
  static double cdf(double x, double mu, double phi) { return Beta::cdf(x, mu * phi, (1 - mu) * phi); }
  static double quantile(double p, double mu, double phi) {
    return Beta::quantile(p, mu * phi, (1 - mu) * phi);
  }

  static constexpr RowKernel kernel{kernels::beta_mean};
  static constexpr double loop_price = 4, row_price = 150;
  /// A common precision.
  static bool slopes_fit(const ArgView* a) {
    return is_array(a[0]) && is_array(a[1]) && is_scalar(a[2]) && *a[2].data > 0;
  }
  static double slopes(std::size_t n, const ArgView* a, double* const* out);
};

/// beta_mean at mu = 1 / (1 + exp(-eta))
struct BetaLogit {
  static constexpr std::string_view name = "beta_logit";
  static constexpr std::array<std::string_view, 3> arguments{"x", "eta", "phi"};
  static constexpr int location = 1;
  static constexpr bool discrete = false;

  static double log_density(double x, double eta, double phi);
  static double location_part(double x, double eta, double phi);
  struct Beside : detail::BesideShares {};
  static Partials<3> partials(double x, double eta, double phi);
  static Support support(double, double) { return {.lower = 0, .upper = 1}; }
  static double draw(Rng& rng, double eta, double phi) {
    return Beta::draw(rng, first_shape(eta, phi), first_shape(-eta, phi));
  }
  static double cdf(double x, double eta, double phi) {
    return Beta::cdf(x, first_shape(eta, phi), first_shape(-eta, phi));
  }
  static double quantile(double p, double eta, double phi) {
    return Beta::quantile(p, first_shape(eta, phi), first_shape(-eta, phi));
  }

  static constexpr RowKernel kernel{kernels::beta_logit};
  static constexpr double loop_price = 5.5, row_price = 150;
  /// A common precision.
  static bool slopes_fit(const ArgView* a) {
    return is_array(a[0]) && is_array(a[1]) && is_scalar(a[2]) && *a[2].data > 0;
  }
  static double slopes(std::size_t n, const ArgView* a, double* const* out);

 private:
  /// The shape at 0; the shape at 1 is that of -eta. Kept positive where it would underflow.
  static double first_shape(double eta, double phi) {
    return std::max(phi * inv_logit(eta), std::numeric_limits<double>::min());
  }
};

// Inlined, so that loops over rows compute what they ask for and no more.
[[gnu::always_inline]] inline Partials<3> BetaMean::partials(double x, double mu, double phi) {
  const double a = mu * phi;
  const double b = (1 - mu) * phi;
  Partials<3> p = Beta::partials(x, a, b);
  p.first[1] = phi * (logit(x) - digamma(a) + digamma(b));
  p.second[1] = -square(phi) * (trigamma(a) + trigamma(b));
  detail::by_precision(x, mu, 1 - mu, phi, p.first[2], p.second[2]);
  return p;
}

[[gnu::always_inline]] inline Partials<3> BetaLogit::partials(double x, double eta, double phi) {
  const auto [mu, nu] = detail::MeanAndRest(eta);
  const double a = phi * mu;
  const double b = phi * nu;
  Partials<3> p = {{(a - 1) / x - (b - 1) / (1 - x), 0, 0},
                   {(1 - a) / square(x) + (1 - b) / square(1 - x), 0, 0}};
  // d mu / d eta = mu nu, so that a and b meet digamma only as a digamma(a): finite for every eta.
  p.first[1] = mu * detail::scaled_digamma(b) - nu * detail::scaled_digamma(a) + a * nu * logit(x);
  p.second[1] = -square(nu) * detail::scaled_trigamma(a) - square(mu) * detail::scaled_trigamma(b) +
                (nu - mu) * p.first[1];
  detail::by_precision(x, mu, nu, phi, p.first[2], p.second[2]);
  return p;
}

}  // namespace cggibbs
