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

#include "kernels/curves.hpp"
#include "kernels/few_values.hpp"
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
      y[i] = static_cast<double>(rng() & 1);
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

/// A kernel with scalars p... after the data: at eta, moved along a dense column, and along a sparse one with
/// n nonzeros, whose rows are gathered first.
template <class Plain, class Shifted, class... P>
void add_kernel(const std::string& name, Plain plain, Shifted shifted, P... p) {
  add(name.c_str(), [=](Rows& r) { return plain(r.n, r.y.data(), r.eta.data(), p...); });
  add((name + "_shifted").c_str(),
      [=](Rows& r) { return shifted(r.n, r.y.data(), r.eta.data(), r.x.data(), delta, p...); });
  add((name + "_sparse").c_str(), [=](Rows& r) {
    for (std::size_t t = 0; t < r.n; ++t) {
      r.y_there[t] = r.y[r.rows[t]];
      r.eta_there[t] = r.eta[r.rows[t]];
    }
    return shifted(r.n, r.y_there.data(), r.eta_there.data(), r.x.data(), delta, p...);
  });
}

const bool registered = [] {
  add("axpy", [](Rows& r) {
    axpy(r.eta, r.x, 1e-9);
    return r.eta[0];
  });
  add("dot", [](Rows& r) { return dot(r.eta, r.x); });
  add("exp", [](Rows& r) { return HWY_DYNAMIC_DISPATCH(sum_exp)(r.n, r.eta.data()); });
  add("highway_exp", [](Rows& r) { return HWY_DYNAMIC_DISPATCH(sum_highway_exp)(r.n, r.eta.data()); });
  add_kernel("bernoulli_logit", bernoulli_logit_sum, bernoulli_logit_sum_shifted);
  // Three candidates in one pass: the time is for all three.
  add("bernoulli_logit_ahead3", [](Rows& r) {
    const double deltas[] = {-0.1, 0.1, 0.2};
    double out[3];
    bernoulli_logit_sums_shifted(r.n, r.y.data(), r.eta.data(), r.x.data(), 3, deltas, out);
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
  add("bernoulli_logit_curves", [](Rows& r) {
    return bernoulli_logit_curves(r.n, r.y.data(), r.eta.data(), r.x.data(), delta, r.out()).sum;
  });
  add("poisson_log_curves", [](Rows& r) {
    return poisson_log_curves(r.n, r.y.data(), r.eta.data(), r.x.data(), delta, r.out()).sum;
  });
  add("normal_curves", [](Rows& r) {
    return normal_curves(r.n, r.y.data(), r.eta.data(), r.x.data(), delta, 1.5, r.out()).sum;
  });
  add_kernel("bernoulli_probit", bernoulli_probit_sum, bernoulli_probit_sum_shifted);
  add("binomial_logit",
      [](Rows& r) { return binomial_logit_sum(r.n, r.y.data(), r.trials.data(), r.eta.data()); });
  add("binomial_logit_shifted", [](Rows& r) {
    return binomial_logit_sum_shifted(r.n, r.y.data(), r.trials.data(), r.eta.data(), r.x.data(), delta);
  });
  add_kernel("poisson_log", poisson_log_sum, poisson_log_sum_shifted);
  add_kernel("negative_binomial_log", negative_binomial_log_sum, negative_binomial_log_sum_shifted, 2.5);
  add_kernel("gamma_log", gamma_log_sum, gamma_log_sum_shifted, 2.0);
  add_kernel("normal", normal_sum, normal_sum_shifted, 1.5);
  add_kernel("student_t", student_t_sum, student_t_sum_shifted, 4.0, 1.5);
  return true;
}();

}  // namespace
}  // namespace cggibbs::kernels
#endif
