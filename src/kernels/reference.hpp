// Every likelihood's term in long double, with its slope and weight, for tests.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "base/special.hpp"
#include "kernels/likelihood.hpp"

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

enum class Outcome { binary, count, positive };

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
      if (outcome == Outcome::positive) y.back() += 0.5;
      eta.push_back(std::round(wide(rng) / grain) * grain);
      x.push_back(std::round(unit(rng) * width / 4 / grain) * grain);
    }
  }
  std::size_t size() const { return y.size(); }
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

inline std::vector<Case> cases() {
  const double phi = 2.5, shape = 3.25, sigma = 0.75, nu = 4.5;
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
       [](double y, double, Real e) { return log_normal_cdf(y == 1 ? e : -e); }},
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
      {"negative_binomial_log",
       negative_binomial_log,
       Outcome::count,
       {phi},
       [=](double y, double, Real e) {
         const Real w = e - std::log(Real(phi));
         return -y * log1p_exp(-w) - phi * log1p_exp(w);
       },
       [=](double y, double, double e) { return phi * (y - std::exp(e)) / (std::exp(e) + phi); },
       [=](double y, double, double e) { return phi * (y + phi) * std::exp(e) / square(std::exp(e) + phi); }},
      {"gamma_log",
       gamma_log,
       Outcome::positive,
       {shape},
       [=](double y, double, Real e) { return -shape * (e + y * std::exp(-e)); },
       [=](double y, double, double e) { return shape * (y * std::exp(-e) - 1); },
       [=](double y, double, double e) { return shape * y * std::exp(-e); }},
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
       }},
  };
}

}  // namespace cggibbs::kernels::reference
