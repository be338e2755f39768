// The Poisson distribution, by mean or by the logarithm of the mean.
#pragma once

#include "base/gamma_functions.hpp"
#include "distributions/distribution.hpp"
#include "distributions/draws.hpp"
#include "distributions/guards.hpp"
#include "distributions/incomplete.hpp"
#include "kernels/link_likelihoods.hpp"
#include "kernels/vectors.hpp"

namespace cggibbs {

namespace detail {

/// (sum log x!)
struct LogFactorials {
  static constexpr std::array<bool, 2> reads{true};
  static void add(DoubleDouble* t, double weight, double x, double) {
    t[0] += weight * (is_count(x) ? log_gamma(x + 1) : inf);
  }
  static double sum(double, const double* t, const ArgView*) { return -t[0]; }
};

}  // namespace detail

/// A mean of 0 is allowed, for exp(eta) underflows to it: then x is 0.
struct Poisson {
  static constexpr std::string_view name = "poisson";
  static constexpr std::array<std::string_view, 2> arguments{"x", "lambda"};
  static constexpr int location = 1;
  static constexpr bool discrete = true;
  static constexpr std::array<DensityForm, 2> forms{DensityForm::other, DensityForm::log_linear};

  static double log_density(double x, double lambda) {
    if (!is_count(x) || !(lambda >= 0 && lambda < inf)) return no_density(x, lambda);
    return log_mass(x, lambda, std::log(lambda));
  }
  static double location_part(double x, double lambda) {
    if (!(lambda >= 0 && lambda < inf)) return no_density(x, lambda);
    return times(x, std::log(lambda)) - lambda;
  }
  struct Beside : detail::LogFactorials {};
  static Partials<2> partials(double x, double lambda) {
    const double r = x == 0 ? 0 : x / lambda;
    return {{0, r - 1}, {0, x == 0 ? 0 : -r / lambda}};
  }
  static Support support(double) { return {.lower = 0, .discrete = true}; }
  static double draw(Rng& rng, double lambda) { return draw_poisson(rng, lambda); }
  static double cdf(double x, double lambda) { return x < 0 ? 0 : gamma_q(std::floor(x) + 1, lambda); }
  static LogTails log_tails(double x, double lambda) {
    if (x < 0) return {-inf, 0};
    return {std::log(cdf(x, lambda)), std::log(gamma_p(std::floor(x) + 1, lambda))};
  }

  static constexpr RowKernel kernel{kernels::poisson_mean};

  /// For a count x; lambda^x / x! = lambda^x / (x Gamma(x)).
  static double log_mass(double x, double lambda, double log_lambda) {
    return x == 0 ? -lambda : log_gamma_kernel(x, lambda, log_lambda) - std::log(x);
  }

  /// (sum x, sum log x!)
  struct Stats {
    static constexpr std::size_t elements = 1;
    static constexpr int count = 2;
    static void add(DoubleDouble* t, double x) {
      t[0] += x;
      t[1] += log_gamma(x + 1);
    }
    static double log_density(double n, const DoubleDouble* t, double lambda) {
      if (!(lambda >= 0 && lambda < inf)) return no_density(lambda);
      return times(t[0].value(), std::log(lambda)) - n * lambda - t[1].value();
    }
  };
};

struct PoissonLog {
  static constexpr std::string_view name = "poisson_log";
  static constexpr std::array<std::string_view, 2> arguments{"x", "eta"};
  static constexpr int location = 1;
  static constexpr bool discrete = true;

  static double log_density(double x, double eta) {
    return is_count(x) ? Poisson::log_mass(x, std::exp(eta), eta) : no_density(x, eta);
  }
  static double location_part(double x, double eta) {
    const double lambda = std::exp(eta);
    return lambda < inf ? times(x, eta) - lambda : no_density(x, eta);
  }
  struct Beside : detail::LogFactorials {};
  static Partials<2> partials(double x, double eta) {
    const double lambda = std::exp(eta);
    return {{0, x - lambda}, {0, -lambda}};
  }
  static Support support(double) { return {.lower = 0, .discrete = true}; }
  static double draw(Rng& rng, double eta) { return draw_poisson(rng, std::exp(eta)); }
  static double cdf(double x, double eta) { return Poisson::cdf(x, std::exp(eta)); }

  static constexpr RowKernel kernel{kernels::poisson_log};
  /// A move scales the sum of the means at each value.
  static FewMoves watch_few(std::size_t n, const ArgView* a, const double* column,
                            const kernels::FewValues& x, double*) {
    FewMoves w(x);
    w.slope = kernels::dot({a[0].data, n}, {column, n});
    kernels::sum_exp_by_value(n, nullptr, a[1].data, 1, x, w.mass);
    return w;
  }
  static bool move_few(std::size_t, const FewMoves& w, const double*, std::size_t count, const double* deltas,
                       double* out) {
    return move_masses(w, 1, count, deltas, out);
  }
};

}  // namespace cggibbs
