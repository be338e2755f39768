// The Bernoulli distribution, by probability or by a linear predictor under a link.
#pragma once

#include "distributions/bernoulli_links.hpp"
#include "distributions/distribution.hpp"
#include "kernels/link_likelihoods.hpp"
#include "kernels/vectors.hpp"

namespace cggibbs {

template <class Link>
struct BernoulliUnder {
  static constexpr std::array<std::string_view, 2> arguments{"x", Link::argument};
  static constexpr int location = 1;
  static constexpr bool discrete = true;

  static double log_density(double x, double eta) {
    if ((x != 0 && x != 1) || !Link::valid(eta)) return no_density(x, eta);
    return x == 1 ? Link::log_p(eta) : Link::log_q(eta);
  }
  static double location_part(double x, double eta) { return log_density(x, eta); }
  /// Nothing, unless a response cannot be: loops over rows do not look.
  struct Beside {
    static constexpr std::array<bool, 2> reads{true};
    static void add(DoubleDouble* t, double, double x, double) { t[0] += x == 0 || x == 1 ? 0 : inf; }
    static double sum(double, const double* t, const ArgView*) { return -t[0]; }
  };
  static Partials<2> partials(double x, double eta) {
    const auto slope = x == 1 ? Link::log_p_slope(eta) : Link::log_q_slope(eta);
    return {{0, slope.first}, {0, slope.second}};
  }
  static Support support(double) { return {.lower = 0, .upper = 1, .discrete = true}; }
  static double draw(Rng& rng, double eta) { return std::log(rng.uniform()) < Link::log_p(eta) ? 1 : 0; }
  static double cdf(double x, double eta) { return x < 0 ? 0 : x < 1 ? std::exp(Link::log_q(eta)) : 1; }
};

struct Bernoulli : BernoulliUnder<IdentityLink> {
  static constexpr std::string_view name = "bernoulli";
  static constexpr std::array<DensityForm, 2> forms{DensityForm::other, DensityForm::log_log1m};

  /// (sum x)
  struct Stats {
    static constexpr std::size_t elements = 1;
    static constexpr int count = 1;
    static void add(DoubleDouble* t, double x) { t[0] += x; }
    static double log_density(double n, const DoubleDouble* t, double p) {
      if (!is_probability(p)) return no_density(p);
      const double ones = t[0].value();
      return times(ones, std::log(p)) + times(n - ones, std::log1p(-p));
    }
  };
};

struct BernoulliLogit : BernoulliUnder<LogitLink> {
  static constexpr std::string_view name = "bernoulli_logit";

  static constexpr RowKernel kernel{kernels::bernoulli_logit};
  static FewMoves watch_few(std::size_t n, const ArgView* a, const double* column,
                            const kernels::FewValues& x, double* odds);
  static bool move_few(std::size_t n, const FewMoves& w, const double* odds, std::size_t count,
                       const double* deltas, double* out);
};
/// y eta - log(1 + exp(eta)), where a move multiplies exp(eta), the odds, by the factor of the row's value.
inline FewMoves BernoulliLogit::watch_few(std::size_t n, const ArgView* a, const double* column,
                                          const kernels::FewValues& x, double* odds) {
  FewMoves w(x);
  w.slope = kernels::dot({a[0].data, n}, {column, n});
  w.reach = kernels::find_odds(n, a[1].data, odds);
  const double still = 0;
  if (w.reach <= kernels::few_values_reach)
    kernels::log_one_plus_odds(n, odds, x, 1, &still, w.reach, w.mass);
  return w;
}
inline bool BernoulliLogit::move_few(std::size_t n, const FewMoves& w, const double* odds, std::size_t count,
                                     const double* deltas, double* out) {
  const double reach = w.reach + w.farthest(count, deltas);
  if (!(reach <= kernels::few_values_reach)) return false;
  kernels::log_one_plus_odds(n, odds, w.x, count, deltas, reach, out);
  for (std::size_t k = 0; k < count; ++k) out[k] = w.slope * deltas[k] - (out[k] - w.mass[0]);
  return true;
}

struct BernoulliProbit : BernoulliUnder<ProbitLink> {
  static constexpr std::string_view name = "bernoulli_probit";
  static constexpr RowKernel kernel{kernels::bernoulli_probit};
  static constexpr double loop_price = 2.5;
};
struct BernoulliCloglog : BernoulliUnder<CloglogLink> {
  static constexpr std::string_view name = "bernoulli_cloglog";
  static constexpr RowKernel kernel{kernels::bernoulli_cloglog};
  static constexpr double loop_price = 3;
};

}  // namespace cggibbs
