// Time per row of each likelihood sum, beside plain streams and one exponential per row.
//
// The target is CGGIBBS_TARGET's or the best; the label says which.
#include "kernels/likelihood.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "kernels/counts.hpp"
#include "kernels/few_values.hpp"
#include "kernels/link_likelihoods.hpp"
#include "kernels/target.hpp"
#include "kernels/vectors.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/likelihood_bench.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/math-inl.h"
#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

struct OurExp {
  const double* x;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows) const {
    return exp_minus_abs(d, rows.load(d, x));
  }
};
struct HighwayExp {
  const double* x;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows) const {
    return hn::Exp(d, hn::Neg(hn::Abs(rows.load(d, x))));
  }
};
double sum_exp(std::size_t n, const double* x) {
  return sum_rows(n, OurExp{x});
}
double sum_highway_exp(std::size_t n, const double* x) {
  return sum_rows(n, HighwayExp{x});
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {
HWY_EXPORT(sum_exp);
HWY_EXPORT(sum_highway_exp);

namespace {

struct Rows {
  std::size_t n;
  std::vector<double> y, trials, eta, x;
  std::vector<std::uint32_t> rows;
  std::vector<double> y_there, eta_there;  ///< at `rows`: what a sparse column looks at

  std::vector<double> odds, moved, slope, weight, kept;
  std::vector<std::uint8_t> code3, code8;
  FewValues few(std::size_t values) const {
    static constexpr double scores[] = {-1.5, -0.5, 0.5, 1.5, 2.5, 3.5, 4.5, 5.5};
    return {scores, values, values == 1 ? nullptr : (values == 3 ? code3 : code8).data()};
  }
  Curves out() { return {moved.data(), slope.data(), weight.data(), kept.data()}; }

  explicit Rows(std::size_t size)
      : n(size),
        y(n),
        trials(n, 10),
        eta(n),
        x(n),
        rows(n),
        y_there(n),
        eta_there(n),
        odds(n),
        moved(n),
        slope(n),
        weight(n),
        kept(n),
        code3(n),
        code8(n) {
    std::mt19937_64 rng(1);
    std::normal_distribution<double> normal;
    for (std::size_t i = 0; i < n; ++i) {
      y[i] = rng() & 1 ? 0.75 : 0.25;  // times do not depend on it, and shares have no ends
      eta[i] = 2 * normal(rng);
      odds[i] = std::exp(eta[i]);
      x[i] = normal(rng);
      rows[i] = static_cast<std::uint32_t>(rng() % n);
      code3[i] = static_cast<std::uint8_t>(rng() % 3);
      code8[i] = static_cast<std::uint8_t>(rng() % 8);
    }
  }
};

template <class F>
void run(benchmark::State& state, F f) {
  Rows r(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(f(r));
  state.counters["ns/row"] =
      benchmark::Counter(static_cast<double>(r.n) * 1e-9,
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.SetLabel(std::string(simd_target()));
}

constexpr double delta = 0.1;

template <class F>
void add(const char* name, F f) {
  benchmark::RegisterBenchmark(name, [f](benchmark::State& s) { run(s, f); })
      ->Arg(64)
      ->Arg(1024)
      ->Arg(100000);
}

/// A likelihood at eta, moved along a dense column, and along a sparse one with n nonzeros, whose rows are gathered first;
/// and the loops with derivatives that it has.
void add_likelihood(const std::string& name, const Likelihood& (*loops)(),
                    const std::vector<double>& numbers = {}) {
  const auto arguments = [numbers](const Rows& r) {
    Arguments a{r.y.data(), r.eta.data(), {r.trials.data()}};
    for (std::size_t k = 0; k < numbers.size(); ++k) a.rest[k] = &numbers[k];
    return a;
  };
  add(name.c_str(), [=](Rows& r) { return loops().sum(r.n, arguments(r)); });
  add((name + "_shifted").c_str(),
      [=](Rows& r) { return loops().sum_shifted(r.n, arguments(r), r.x.data(), delta); });
  add((name + "_sparse").c_str(), [=](Rows& r) {
    for (std::size_t t = 0; t < r.n; ++t) {
      r.y_there[t] = r.y[r.rows[t]];
      r.eta_there[t] = r.eta[r.rows[t]];
    }
    Arguments a = arguments(r);
    a.y = r.y_there.data();
    a.eta = r.eta_there.data();
    return loops().sum_shifted(r.n, a, r.x.data(), delta);
  });
  if (!loops().curves) return;
  add((name + "_slope").c_str(), [=](Rows& r) { return loops().slope(r.n, arguments(r), r.slope.data()); });
  add((name + "_curves").c_str(),
      [=](Rows& r) { return loops().curves(r.n, arguments(r), r.x.data(), delta, r.out()).sum; });
}

const bool registered = [] {
  add("axpy", [](Rows& r) {
    axpy(r.eta, r.x, 1e-9);
    return r.eta[0];
  });
  add("dot", [](Rows& r) { return dot(r.eta, r.x); });
  add("exp", [](Rows& r) { return HWY_DYNAMIC_DISPATCH(sum_exp)(r.n, r.eta.data()); });
  add("highway_exp", [](Rows& r) { return HWY_DYNAMIC_DISPATCH(sum_highway_exp)(r.n, r.eta.data()); });
  add_likelihood("bernoulli_logit", bernoulli_logit);
  // Three candidates in one pass: the time is for all three.
  add("bernoulli_logit_ahead3", [](Rows& r) {
    const double deltas[] = {-0.1, 0.1, 0.2};
    double out[3];
    bernoulli_logit().sums_shifted(r.n, {r.y.data(), r.eta.data()}, r.x.data(), 3, deltas, out);
    return out[0];
  });
  // A candidate along a column of few values, given the odds of its rows; and what comes before the first one.
  for (const std::size_t values : {1, 3, 8}) {
    const std::string name = values == 1 ? "same" : values == 3 ? "few" : "few8";
    add(("bernoulli_logit_" + name).c_str(), [=](Rows& r) {
      double out;
      log_one_plus_odds(r.n, r.odds.data(), r.few(values), 1, &delta, 20, &out);
      return out;
    });
  }
  add("bernoulli_logit_few_ahead3", [](Rows& r) {
    const double deltas[] = {-0.1, 0.1, 0.2};
    double out[3];
    log_one_plus_odds(r.n, r.odds.data(), r.few(3), 3, deltas, 20, out);
    return out[0];
  });
  add("bernoulli_logit_few_watch", [](Rows& r) {
    const double reach = find_odds(r.n, r.eta.data(), r.kept.data()), still = 0;
    double out;
    log_one_plus_odds(r.n, r.kept.data(), r.few(3), 1, &still, reach, &out);
    return out + dot(r.y, r.x);
  });
  // After this a candidate costs an exponential per value, and nothing per row.
  add("poisson_log_few_watch", [](Rows& r) {
    double out[FewValues::most];
    sum_exp_by_value(r.n, nullptr, r.eta.data(), 1, r.few(3), out);
    return out[0] + dot(r.y, r.x);
  });
  add_likelihood("bernoulli_probit", bernoulli_probit);
  add_likelihood("bernoulli_cloglog", bernoulli_cloglog);
  add_likelihood("binomial_logit", binomial_logit);
  add_likelihood("binomial_probit", binomial_probit);
  add_likelihood("binomial_cloglog", binomial_cloglog);
  add_likelihood("poisson_log", poisson_log);
  add_likelihood("negative_binomial_log", negative_binomial_log, {2.5});
  add_likelihood("gamma_log", gamma_log, {2.0});
  add_likelihood("beta_logit", beta_logit, {10.0});
  add_likelihood("beta_mean", beta_mean, {10.0});
  add_likelihood("poisson_mean", poisson_mean);
  add_likelihood("negative_binomial_mean", negative_binomial_mean, {2.5});
  add_likelihood("gamma_mean", gamma_mean, {2.0});
  add_likelihood("weibull_log_rate", weibull_log_rate, {1.5});
  add_likelihood("weibull_rate", weibull_rate, {1.5});
  add("sum_log_choose_rising", [](Rows& r) { return sum_log_choose_rising(r.n, r.trials.data(), 2.5); });
  add_likelihood("normal", normal, {1.5});
  add_likelihood("student_t", student_t, {4.0, 1.5});
  return true;
}();

}  // namespace
}  // namespace cggibbs::kernels
#endif
