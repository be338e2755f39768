// Two-sample rank statistics with the variances of Markov chains.
#include "diagnostics/agreement.hpp"

#include <boost/math/special_functions/beta.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/special.hpp"
#include "diagnostics/ess.hpp"
#include "diagnostics/mcse.hpp"
#include "diagnostics/moments.hpp"
#include "diagnostics/order.hpp"
#include "diagnostics/summary.hpp"

namespace cggibbs {
namespace {

constexpr double tail = 0.05, edge = 1.6448536269514722;  // Phi(-edge) = tail
/// A tail is judged when it should hold this many effective samples: of fewer, a normal approximation is none.
constexpr double least_in_tail = 5;
constexpr int functions = 4;
/// Not worth a second look.
constexpr double unremarkable = 0.01;
/// The relative variance of an estimated autocorrelation time is about 2 / (ess / this): see the test of false alarms.
constexpr double ess_per_freedom = 6;

/// Two-sided tail probability of Student's t.
double student_tail(double t, double freedom) {
  return boost::math::ibeta(freedom / 2, 0.5, freedom / (freedom + t * t));
}

/// A mean with its error, and what that error is worth.
struct Estimate {
  double mean, variance, freedom;
};

struct Sides {
  Draws a, b;
};

/// The normal scores of all draws, given back to those who made them.
Sides scores(Chains a, Chains b) {
  std::vector<double> all = pooled(a);
  const std::vector<double> others = pooled(b);
  all.insert(all.end(), others.begin(), others.end());
  std::vector<double> z(all.size());
  normal_scores(sorted_with_places(all), z);
  Sides out{Draws(a.size(), draws_per_chain(a)), Draws(b.size(), draws_per_chain(b))};
  const auto middle = z.begin() + static_cast<std::ptrdiff_t>(out.a.flat().size());
  std::copy(z.begin(), middle, out.a.flat().begin());
  std::copy(middle, z.end(), out.b.flat().begin());
  return out;
}

/// Effective samples, of which there are never more than draws: what an antithetic chain gains is not relied upon.
/// Chains whose values do not vary have none.
double effective(const Draws& f) {
  const double ess = ess_unsplit(split_chains(f));
  const auto draws = static_cast<double>(Chains(f).size() * draws_per_chain(f));
  return std::isnan(ess) ? 0 : std::min(ess, draws);
}

/// Of normal scores and their squares, whichever are fewer: chains that crawl see little of a tail or of the spread, and
/// what they see of it seems to vary quickly.
double least_effective(const Draws& scores) {
  return std::min(effective(scores), effective(map_draws(scores, [](double v) { return v * v; })));
}

double welch(const Estimate& a, const Estimate& b) {
  const double v = a.variance + b.variance;
  if (!(v > 0)) return 1;
  const double freedom = v * v / (square(a.variance) / a.freedom + square(b.variance) / b.freedom);
  return student_tail(std::abs(a.mean - b.mean) / std::sqrt(v), freedom);
}

/// Compares functions of the scores of two samplers.
class Comparison {
 public:
  Comparison(const Sides& scores, EssLimits most) : z_(scores), most_(most) {}

  /// Tail probability of the difference of the means of f; 1 where effective samples are fewer than `least`.
  template <class F>
  double operator()(double least, F f) {
    Draws a = map_draws(z_.a, f), b = map_draws(z_.b, f);
    // With the variance that all draws have together: a sampler that never visits a tail would seem sure of it.
    std::vector<double> all = pooled(a);
    all.insert(all.end(), b.flat().begin(), b.flat().end());
    const double spread = variance(all);
    const auto estimate = [&](Draws& d, double ess) {
      return Estimate{mean(d.flat()), spread / ess, std::max(ess / ess_per_freedom, 1.0)};
    };
    // Most pairs agree even if all draws were independent: then nobody need know how many of them are.
    const double quick = welch(estimate(a, static_cast<double>(a.flat().size())),
                               estimate(b, static_cast<double>(b.flat().size())));
    if (quick > unremarkable) return 1;
    if (std::isnan(ess_a_)) {
      ess_a_ = std::min(least_effective(z_.a), most_.a);
      ess_b_ = std::min(least_effective(z_.b), most_.b);
    }
    const double ess_a = of_function(a, ess_a_), ess_b = of_function(b, ess_b_);
    if (ess_a < least || ess_b < least) return 1;
    return welch(estimate(a, ess_a), estimate(b, ess_b));
  }

 private:
  static double of_function(const Draws& f, double least) {
    const double ess = effective(f);
    return ess > 0 ? std::min(ess, least) : least;  // never in this tail: known as well as the rest is
  }

  const Sides& z_;
  EssLimits most_;
  double ess_a_ = nan, ess_b_ = nan;  ///< not known yet
};

double quantile(Chains x, double p) {
  auto all = pooled(x);
  std::sort(all.begin(), all.end());
  return quantile_of_sorted(all, p);
}

struct Value {
  double value, error;
};
Value tell(Chains x, std::string_view what) {
  if (what == "mad") {
    const Draws distances = fold(x);
    return {mad_to_sd * quantile(distances, 0.5), mad_to_sd * mcse_median(distances)};
  }
  const double p = what == "median" ? 0.5 : what == "5% quantile" ? tail : 1 - tail;
  return {quantile(x, p), mcse_quantile(x, p)};
}

}  // namespace

Contrast contrast(Chains a, Chains b, EssLimits most) {
  Contrast c;
  if (draws_per_chain(a) < 6 || draws_per_chain(b) < 6 || has_nan(a) || has_nan(b)) return c;
  const Sides z = scores(a, b);
  const double in_tail = least_in_tail / tail;
  Comparison compare(z, most);
  const std::pair<std::string_view, double> found[functions] = {
      {"median", compare(least_evidence, [](double v) { return v; })},
      {"mad", compare(least_evidence, [](double v) { return v * v; })},
      {"5% quantile", compare(in_tail, [](double v) { return v < -edge ? 1.0 : 0.0; })},
      {"95% quantile", compare(in_tail, [](double v) { return v > edge ? 1.0 : 0.0; })}};
  const auto& worst = *std::min_element(std::begin(found), std::end(found),
                                        [](const auto& x, const auto& y) { return x.second < y.second; });
  c.p = std::min(1.0, functions * worst.second);
  if (c.p == 1) return c;
  c.what = worst.first;
  const Value of_a = tell(a, c.what), of_b = tell(b, c.what);
  c.a = of_a.value, c.error_a = of_a.error;
  c.b = of_b.value, c.error_b = of_b.error;
  return c;
}

}  // namespace cggibbs
