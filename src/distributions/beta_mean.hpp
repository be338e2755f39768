// The beta distribution by its mean, or the logit of its mean, and precision: the forms of a beta regression.
#pragma once

#include "distributions/beta.hpp"

namespace cggibbs {

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
  static Partials<3> partials(double x, double mu, double phi);
  static Support support(double, double) { return {.lower = 0, .upper = 1}; }
  static double draw(Rng& rng, double mu, double phi) { return Beta::draw(rng, mu * phi, (1 - mu) * phi); }
  static double cdf(double x, double mu, double phi) { return Beta::cdf(x, mu * phi, (1 - mu) * phi); }
  static double quantile(double p, double mu, double phi) {
    return Beta::quantile(p, mu * phi, (1 - mu) * phi);
  }
};

/// beta_mean at mu = 1 / (1 + exp(-eta))
struct BetaLogit {
  static constexpr std::string_view name = "beta_logit";
  static constexpr std::array<std::string_view, 3> arguments{"x", "eta", "phi"};
  static constexpr int location = 1;
  static constexpr bool discrete = false;

  static double log_density(double x, double eta, double phi);
  static double location_part(double x, double eta, double phi);
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

 private:
  /// The shape at 0; the shape at 1 is that of -eta. Kept positive where it would underflow.
  static double first_shape(double eta, double phi) {
    return std::max(phi * inv_logit(eta), std::numeric_limits<double>::min());
  }
};

}  // namespace cggibbs
