// The binomial distribution of n trials, by probability or by a linear predictor under a link.
#pragma once

#include "base/gamma_functions.hpp"
#include "distributions/bernoulli_links.hpp"
#include "distributions/distribution.hpp"
#include "distributions/draws.hpp"
#include "distributions/incomplete.hpp"
#include "kernels/link_likelihoods.hpp"

namespace cggibbs {

template <class Link>
struct BinomialUnder {
  static constexpr std::array<std::string_view, 3> arguments{"x", Link::argument, "n"};
  static constexpr int location = 1;
  static constexpr bool discrete = true;

  static double log_density(double x, double eta, double n) {
    if (!is_count(x) || !is_count(n) || x > n || !Link::valid(eta)) return no_density(x, eta, n);
    return location_part(x, eta, n) + log_choose(n, x);
  }
  static double location_part(double x, double eta, double n) {
    if (!Link::valid(eta)) return no_density(x, eta, n);
    return times(x, Link::log_p(eta)) + times(n - x, Link::log_q(eta));
  }
  /// (sum log (n choose x))
  struct Beside {
    static constexpr std::array<bool, 3> reads{true, false, true};
    static void add(DoubleDouble* t, double weight, double x, double, double n) {
      t[0] += weight * (is_count(x) && is_count(n) && x <= n ? log_choose(n, x) : -inf);
    }
    static double sum(double, const double* t, const ArgView*) { return t[0]; }
  };
  /// The number of trials is an integer like x: its partials are 0.
  static Partials<3> partials(double x, double eta, double n) {
    Partials<3> d;
    const auto add = [&](double k, Slope slope) {
      if (k == 0) return;
      d.first[1] += k * slope.first;
      d.second[1] += k * slope.second;
    };
    add(x, Link::log_p_slope(eta));
    add(n - x, Link::log_q_slope(eta));
    return d;
  }
  static Support support(double, double n) { return {.lower = 0, .upper = n, .discrete = true}; }
  static double draw(Rng& rng, double eta, double n) {
    return draw_binomial(rng, n, std::exp(Link::log_p(eta)));
  }
  static double cdf(double x, double eta, double n) {
    if (x < 0 || x >= n) return x < 0 ? 0 : 1;
    const double k = std::floor(x);
    return beta_q(k + 1, n - k, std::exp(Link::log_p(eta)));
  }
  static LogTails log_tails(double x, double eta, double n) {
    if (x < 0 || x >= n) return x < 0 ? LogTails{-inf, 0} : LogTails{0, -inf};
    const double k = std::floor(x), p = std::exp(Link::log_p(eta));
    return {std::log(beta_q(k + 1, n - k, p)), std::log(beta_p(k + 1, n - k, p))};
  }
};

struct Binomial : BinomialUnder<IdentityLink> {
  static constexpr std::string_view name = "binomial";
  static constexpr std::array<DensityForm, 3> forms{DensityForm::other, DensityForm::log_log1m,
                                                    DensityForm::other};
};
struct BinomialLogit : BinomialUnder<LogitLink> {
  static constexpr std::string_view name = "binomial_logit";
  static constexpr RowKernel kernel{.loops = kernels::binomial_logit, .rest_are_arrays = true};
};
struct BinomialProbit : BinomialUnder<ProbitLink> {
  static constexpr std::string_view name = "binomial_probit";
  static constexpr RowKernel kernel{.loops = kernels::binomial_probit, .rest_are_arrays = true};
  static constexpr double loop_price = 3.5;
};
struct BinomialCloglog : BinomialUnder<CloglogLink> {
  static constexpr std::string_view name = "binomial_cloglog";
  static constexpr RowKernel kernel{.loops = kernels::binomial_cloglog, .rest_are_arrays = true};
  static constexpr double loop_price = 3;
};

}  // namespace cggibbs
