// Every likelihood's term in long double, with its slope and weight, for tests.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "base/gamma_functions.hpp"
#include "base/special.hpp"
#include "kernels/by_dispersion.hpp"
#include "kernels/likelihood.hpp"
#include "kernels/link_likelihoods.hpp"

namespace cggibbs::kernels::reference {

using Real = long double;

inline Real log1p_exp(Real x) {
  return std::max(x, Real(0)) + std::log1p(std::exp(-std::abs(x)));
}

inline Real log_normal_cdf(Real s) {
  if (s > 0) return std::log1p(-std::erfc(s / std::sqrt(Real(2))) / 2);
  if (s > -30) return std::log(std::erfc(-s / std::sqrt(Real(2))) / 2);
  const Real u = 1 / (s * s);
  const Real series = -u * (1 - u * (3 - u * (15 - u * (105 - u * (945 - u * 10395)))));
  return -s * s / 2 - std::log(-s) - std::log(2 * std::acos(Real(-1))) / 2 + std::log1p(series);
}

enum class Outcome { binary, count, positive, share };
enum class Location { any, positive, unit };  ///< where a likelihood has a density

struct Data {
  std::vector<double> y, trials, eta, x;
  double delta = 0.375;

  Data(std::size_t n, double width, Outcome outcome, std::mt19937_64& rng) {
    std::uniform_real_distribution<double> wide(-width, width), unit(-1, 1);
    std::uniform_int_distribution<int> count(1, 20);
    // Multiples of a power of two, so that eta + delta * x is exact and fused or not makes no difference.
    const double grain = std::exp2(std::floor(std::log2(width)) - 30);
    for (std::size_t i = 0; i < n; ++i) {
      const int m = count(rng);
      trials.push_back(m);
      y.push_back(std::uniform_int_distribution<int>(0, outcome == Outcome::binary ? 1 : m)(rng));
      if (outcome == Outcome::positive || outcome == Outcome::share) y.back() += 0.5;
      if (outcome == Outcome::share) y.back() /= m + 1;
      eta.push_back(std::round(wide(rng) / grain) * grain);
      x.push_back(std::round(unit(rng) * width / 4 / grain) * grain);
    }
  }
  std::size_t size() const { return y.size(); }

  /// Exponentials.
  void lift() {
    for (std::size_t i = 0; i < size(); ++i) {
      eta[i] = std::exp(std::clamp(eta[i], -30.0, 30.0));
      x[i] = std::copysign(eta[i] / 4, x[i]);
    }
  }
  /// Into the unit interval, the closer to its ends the wider it was.
  void squeeze() {
    for (std::size_t i = 0; i < size(); ++i) {
      const double far = std::exp(-std::min(std::abs(eta[i]), 30.0)) / 4;
      x[i] = eta[i] < 0 ? far : -far;  // moves go towards the middle
      eta[i] = eta[i] < 0 ? far : 1 - far;
    }
  }
};

/// A likelihood with its other arguments, and what a row should be at the eta that the loops see.
struct Case {
  std::string name;
  const Likelihood& (*loops)();
  Outcome outcome;
  std::vector<double> numbers;  ///< the other arguments; empty: the trials, where it takes any
  std::function<Real(double y, double trials, Real eta)> term;
  std::function<double(double y, double trials, double eta)> slope = {},
                                                             weight = {};  ///< empty where it has no loops
  double (*by_phi)(std::size_t n, const Arguments& a) = nullptr;  ///< by its dispersion, where it has one
  std::function<double(double y, double eta)> by_phi_row = {};
  double parts = 0;  ///< size of the numbers that a term is added up from, where these cancel
  Location location = Location::any;

  Data data(std::size_t n, double width, std::mt19937_64& rng) const {
    Data d(n, width, outcome, rng);
    if (location == Location::positive) d.lift();
    if (location == Location::unit) d.squeeze();
    return d;
  }
  Arguments arguments(const Data& d, std::size_t from = 0) const {
    Arguments a{d.y.data() + from, d.eta.data() + from, {d.trials.data() + from}};
    for (std::size_t k = 0; k < numbers.size(); ++k) a.rest[k] = &numbers[k];
    return a;
  }
  double sum(std::size_t n, std::size_t from, const Data& d) const {
    return loops().sum(n, arguments(d, from));
  }
  double shifted(std::size_t n, std::size_t from, const Data& d) const {
    return loops().sum_shifted(n, arguments(d, from), d.x.data() + from, d.delta);
  }
};

/// log B(phi mu, phi nu), mu and nu by their logarithms; B(a, b) -> (a + b) / (a b) as both vanish.
inline Real log_beta(Real phi, Real log_mu, Real log_nu) {
  const Real a = phi * std::exp(log_mu), b = phi * std::exp(log_nu);
  if (std::min(a, b) < 1e-25L) return -std::log(phi) - log_mu - log_nu;
  int sign;
  return lgammal_r(a, &sign) + lgammal_r(b, &sign) - lgammal_r(phi, &sign);
}
inline double beta_slope(double y, double a, double b) {
  return logit(y) - digamma(a) + digamma(b);
}

inline double beta_by_phi(double y, double mu, double nu, double phi) {
  return digamma(phi) + mu * (std::log(y) - digamma(phi * mu)) + nu * (std::log1p(-y) - digamma(phi * nu)) -
         std::log1p(-y);
}

constexpr Real none = -std::numeric_limits<Real>::infinity();
/// 0 of anything is 0.
inline Real times(Real count, Real value) {
  return count == 0 ? 0 : count * value;
}

/// log(1 - exp(-exp(e)))
inline Real log_cloglog(Real e) {
  const Real w = std::exp(e);
  return w < 1e-18L ? e : w < 1 ? std::log(-std::expm1(-w)) : std::log1p(-std::exp(-w));
}
inline double cloglog_slope(double e) {
  return std::exp(e) / std::expm1(std::exp(e));
}
inline double cloglog_weight(double e) {
  const double w = std::exp(e);
  return cloglog_slope(e) * (w + cloglog_slope(e) - 1);
}
inline double probit_weight(double e) {
  return inverse_mills(e) * (inverse_mills(e) + e);
}

inline std::vector<Case> cases() {
  const double phi = 2.5, shape = 3.25, sigma = 0.75, nu = 4.5, weibull_shape = 0.625;
  return {
      {"bernoulli_logit",
       bernoulli_logit,
       Outcome::binary,
       {},
       [](double y, double, Real e) { return y == 1 ? -log1p_exp(-e) : -log1p_exp(e); },
       [](double y, double, double e) { return y - inv_logit(e); },
       [](double, double, double e) { return inv_logit(e) * inv_logit(-e); }},
      {"bernoulli_probit",
       bernoulli_probit,
       Outcome::binary,
       {},
       [](double y, double, Real e) { return log_normal_cdf(y == 1 ? e : -e); },
       [](double y, double, double e) { return y == 1 ? inverse_mills(e) : -inverse_mills(-e); },
       [](double y, double, double e) { return probit_weight(y == 1 ? e : -e); }},
      {"binomial_probit",
       binomial_probit,
       Outcome::count,
       {},
       [](double y, double m, Real e) {
         return times(y, log_normal_cdf(e)) + times(m - y, log_normal_cdf(-e));
       },
       [](double y, double m, double e) { return y * inverse_mills(e) - (m - y) * inverse_mills(-e); },
       [](double y, double m, double e) { return y * probit_weight(e) + (m - y) * probit_weight(-e); }},
      {"bernoulli_cloglog",
       bernoulli_cloglog,
       Outcome::binary,
       {},
       [](double y, double, Real e) { return y == 1 ? log_cloglog(e) : -std::exp(e); },
       [](double y, double, double e) { return y == 1 ? cloglog_slope(e) : -std::exp(e); },
       [](double y, double, double e) { return y == 1 ? cloglog_weight(e) : std::exp(e); }},
      {"binomial_cloglog",
       binomial_cloglog,
       Outcome::count,
       {},
       [](double y, double m, Real e) { return times(y, log_cloglog(e)) - times(m - y, std::exp(e)); },
       [](double y, double m, double e) { return y * cloglog_slope(e) - (m - y) * std::exp(e); },
       [](double y, double m, double e) { return y * cloglog_weight(e) + (m - y) * std::exp(e); }},
      {"binomial_logit",
       binomial_logit,
       Outcome::count,
       {},
       [](double y, double m, Real e) { return -y * log1p_exp(-e) - (m - y) * log1p_exp(e); },
       [](double y, double m, double e) { return y - m * inv_logit(e); },
       [](double, double m, double e) { return m * inv_logit(e) * inv_logit(-e); }},
      {"poisson_log",
       poisson_log,
       Outcome::count,
       {},
       [](double y, double, Real e) { return y * e - std::exp(e); },
       [](double y, double, double e) { return y - std::exp(e); },
       [](double, double, double e) { return std::exp(e); }},
      {"poisson_mean",
       poisson_mean,
       Outcome::count,
       {},
       [](double y, double, Real mean) { return mean < 0 ? none : times(y, std::log(mean)) - mean; },
       [](double y, double, double mean) { return y / mean - 1; },
       [](double y, double, double mean) { return y / mean / mean; },
       nullptr,
       {},
       0,
       Location::positive},
      {"negative_binomial_log",
       negative_binomial_log,
       Outcome::count,
       {phi},
       [=](double y, double, Real e) {
         const Real w = e - std::log(Real(phi));
         return -y * log1p_exp(-w) - phi * log1p_exp(w);
       },
       [=](double y, double, double e) { return phi * (y - std::exp(e)) / (std::exp(e) + phi); },
       [=](double y, double, double e) { return phi * (y + phi) * std::exp(e) / square(std::exp(e) + phi); },
       negative_binomial_log_by_phi,
       [=](double y, double e) {
         const double mean = std::exp(e);
         return (mean - y) / (mean + phi) - std::log1p(mean / phi);
       }},
      {"negative_binomial_mean",
       negative_binomial_mean,
       Outcome::count,
       {phi},
       [=](double y, double, Real mean) {
         return mean < 0 ? none : -times(y, std::log1p(phi / mean)) - phi * std::log1p(mean / phi);
       },
       [=](double y, double, double mean) { return y / mean - (y + phi) / (mean + phi); },
       [=](double y, double, double mean) {
         return std::max(0.0, y / mean / mean - (y + phi) / (mean + phi) / (mean + phi));
       },
       negative_binomial_mean_by_phi,
       [=](double y, double mean) { return (mean - y) / (mean + phi) - std::log1p(mean / phi); },
       0,
       Location::positive},
      {"gamma_log",
       gamma_log,
       Outcome::positive,
       {shape},
       [=](double y, double, Real e) { return -shape * (e + y * std::exp(-e)); },
       [=](double y, double, double e) { return shape * (y * std::exp(-e) - 1); },
       [=](double y, double, double e) { return shape * y * std::exp(-e); }},
      {"gamma_mean",
       gamma_mean,
       Outcome::positive,
       {shape},
       [=](double y, double, Real mean) { return mean <= 0 ? none : -shape * (std::log(mean) + y / mean); },
       [=](double y, double, double mean) { return shape * (y / mean - 1) / mean; },
       [=](double y, double, double mean) { return std::max(0.0, shape * (2 * y / mean - 1) / mean / mean); },
       nullptr,
       {},
       0,
       Location::positive},
      {"weibull_log_rate",
       weibull_log_rate,
       Outcome::positive,
       {weibull_shape},
       [=](double y, double, Real e) {
         const Real u = e + weibull_shape * std::log(Real(y));
         return u - std::exp(u);
       },
       [=](double y, double, double e) { return 1 - std::exp(e) * std::pow(y, weibull_shape); },
       [=](double y, double, double e) { return std::exp(e) * std::pow(y, weibull_shape); }},
      {"weibull_rate",
       weibull_rate,
       Outcome::positive,
       {weibull_shape},
       [=](double y, double, Real rate) {
         if (rate <= 0) return none;
         const Real w = rate * std::pow(Real(y), Real(weibull_shape));
         return std::log(w) - w;
       },
       [=](double y, double, double rate) { return 1 / rate - std::pow(y, weibull_shape); },
       [=](double, double, double rate) { return 1 / rate / rate; },
       nullptr,
       {},
       0,
       Location::positive},
      {"beta_logit",
       beta_logit,
       Outcome::share,
       {phi},
       [=](double y, double, Real e) {
         const Real mu = 1 / (1 + std::exp(-e));
         return phi * mu * (std::log(Real(y)) - std::log1p(-Real(y))) -
                log_beta(phi, -log1p_exp(-e), -log1p_exp(e));
       },
       [=](double y, double, double e) {
         const double a = phi * inv_logit(e), b = phi * inv_logit(-e);
         return a * b / phi * beta_slope(y, a, b);
       },
       [=](double y, double, double e) {
         const double a = phi * inv_logit(e), b = phi * inv_logit(-e), w = a * b / phi;
         return std::max(0.0, w * w * (trigamma(a) + trigamma(b)) - w * (b - a) / phi * beta_slope(y, a, b));
       },
       beta_logit_by_phi,
       [=](double y, double e) { return beta_by_phi(y, inv_logit(e), inv_logit(-e), phi); },
       30},
      {"beta_mean",
       beta_mean,
       Outcome::share,
       {phi},
       [=](double y, double, Real mu) {
         if (mu <= 0 || mu >= 1) return none;
         return phi * mu * (std::log(Real(y)) - std::log1p(-Real(y))) -
                log_beta(phi, std::log(mu), std::log1p(-mu));
       },
       [=](double y, double, double mu) { return phi * beta_slope(y, phi * mu, phi * (1 - mu)); },
       [=](double, double, double mu) { return phi * phi * (trigamma(phi * mu) + trigamma(phi * (1 - mu))); },
       beta_mean_by_phi,
       [=](double y, double mu) { return beta_by_phi(y, mu, 1 - mu, phi); },
       30,
       Location::unit},
      {"normal",
       normal,
       Outcome::count,
       {sigma},
       [=](double y, double, Real e) { return -(y - e) * (y - e) / (2 * Real(sigma) * sigma); },
       [=](double y, double, double e) { return (y - e) / (sigma * sigma); },
       [=](double, double, double) { return 1 / (sigma * sigma); }},
      {"student_t",
       student_t,
       Outcome::count,
       {nu, sigma},
       [=](double y, double, Real e) {
         return -(Real(nu) + 1) / 2 * std::log1p((y - e) * (y - e) / (Real(sigma) * sigma * nu));
       },
       [=](double y, double, double e) {
         return (nu + 1) * (y - e) / (nu * sigma * sigma + (y - e) * (y - e));
       },
       [=](double y, double, double e) {
         const double width = nu * sigma * sigma, square = (y - e) * (y - e);
         return std::max(0.0, (nu + 1) * (width - square) / ((width + square) * (width + square)));
       }},
  };
}

}  // namespace cggibbs::kernels::reference
