// The Bernoulli distribution, by probability or by a linear predictor under a link.
#pragma once

#include "distributions/bernoulli_links.hpp"
#include "distributions/distribution.hpp"
#include "kernels/indicator.hpp"
#include "kernels/likelihood.hpp"
#include "kernels/slopes.hpp"

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

  static bool kernel_fits(const ArgView* a) { return is_array(a[0]) && is_array(a[1]); }
  static double kernel_sum(std::size_t n, const ArgView* a) {
    return kernels::bernoulli_logit_sum(n, a[0].data, a[1].data);
  }
  static double kernel_sum_shifted(std::size_t n, const ArgView* a, const double* x, double delta) {
    return kernels::bernoulli_logit_sum_shifted(n, a[0].data, a[1].data, x, delta);
  }
  static void kernel_sums_shifted(std::size_t n, const ArgView* a, const double* x, std::size_t count,
                                  const double* deltas, double* out) {
    kernels::bernoulli_logit_sums_shifted(n, a[0].data, a[1].data, x, count, deltas, out);
  }
  static double kernel_location_slope(std::size_t n, const ArgView* a, double* slope) {
    return kernels::bernoulli_logit_slope(n, a[0].data, a[1].data, slope);
  }
  static kernels::Along kernel_curves(std::size_t n, const ArgView* a, const double* x, double delta,
                                      const kernels::Curves& out) {
    return kernels::bernoulli_logit_curves(n, a[0].data, a[1].data, x, delta, out);
  }
  static Together watch_together(std::size_t n, const ArgView* a, const kernels::Curves& rows, double* odds);
  static bool move_together(std::size_t n, const Together& t, const double* odds, std::size_t count,
                            const double* deltas, double* out);
  static double kernel_sum_kept(std::size_t n, const ArgView* a, const double* kept) {
    return kernels::bernoulli_logit_sum_kept(n, a[0].data, a[1].data, kept);
  }
};
/// Rows that move together are evaluated through their odds, exp(eta).
inline Together BernoulliLogit::watch_together(std::size_t n, const ArgView* a, const kernels::Curves& rows,
                                               double* odds) {
  Together t;
  t.variates = kernels::sum({a[0].data, n});
  t.reach = kernels::odds_from_kept(n, a[1].data, rows.kept, odds);
  const double one = 1;
  if (t.reach <= kernels::indicator_reach) kernels::log_one_plus_odds(n, odds, 1, &one, t.reach, &t.mass);
  return t;
}
inline bool BernoulliLogit::move_together(std::size_t n, const Together& t, const double* odds,
                                          std::size_t count, const double* deltas, double* out) {
  double factors[3] = {}, reach = t.reach;
  for (std::size_t k = 0; k < count; ++k) {
    reach = std::fmax(reach, std::abs(deltas[k]));
    factors[k] = std::exp(deltas[k]);
  }
  if (!(reach <= kernels::indicator_reach)) return false;
  kernels::log_one_plus_odds(n, odds, count, factors, reach, out);
  for (std::size_t k = 0; k < count; ++k) out[k] = t.variates * deltas[k] - (out[k] - t.mass);
  return true;
}

struct BernoulliProbit : BernoulliUnder<ProbitLink> {
  static constexpr std::string_view name = "bernoulli_probit";

  static bool kernel_fits(const ArgView* a) { return is_array(a[0]) && is_array(a[1]); }
  static double kernel_sum(std::size_t n, const ArgView* a) {
    return kernels::bernoulli_probit_sum(n, a[0].data, a[1].data);
  }
  static double kernel_sum_shifted(std::size_t n, const ArgView* a, const double* x, double delta) {
    return kernels::bernoulli_probit_sum_shifted(n, a[0].data, a[1].data, x, delta);
  }
};
struct BernoulliCloglog : BernoulliUnder<CloglogLink> {
  static constexpr std::string_view name = "bernoulli_cloglog";
};

}  // namespace cggibbs
