// One gradient of a logistic regression: dense and sparse, wide and tall.
#include <benchmark/benchmark.h>

#include "graph/gradient.hpp"
#include "graph/test_models.hpp"

namespace cggibbs {
namespace {

void measure(benchmark::State& run, const Model& model, double entries) {
  const Gradient gradient(model);
  State state = make_state(model);
  Rng rng(1, 0);
  for (NodeId p : model.parameters())
    for (std::size_t k = 0; k < model.node(p).size; ++k)
      state.values[model.offset(p) + k] = 0.1 * rng.normal();
  std::vector<double> adjoint(state.values.size());
  Work work;
  for (auto _ : run)
    benchmark::DoNotOptimize(gradient.log_conditional(state.values.data(), adjoint.data(), work));
  // The matrix is read twice: forwards and transposed.
  run.counters["ns_per_entry"] = benchmark::Counter(
      entries * 1e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void dense_gradient(benchmark::State& run) {
  const auto n = static_cast<std::size_t>(run.range(0)), d = static_cast<std::size_t>(run.range(1));
  Rng rng(1, 0);
  measure(run, *test::logistic(test::dense(n, d, rng), test::coin_flips(n, rng)), static_cast<double>(n * d));
}
BENCHMARK(dense_gradient)->Args({62, 2001})->Args({1000, 100})->Args({10000, 100})->Args({100000, 10});

void sparse_gradient(benchmark::State& run) {
  const auto n = static_cast<std::size_t>(run.range(0)), d = static_cast<std::size_t>(run.range(1));
  const double share = 1 / static_cast<double>(run.range(2));
  Rng rng(1, 0);
  measure(run, *test::logistic(test::sparse(n, d, share, rng), test::coin_flips(n, rng)),
          static_cast<double>(n * d) * share);
}
BENCHMARK(sparse_gradient)->Args({2000, 5000, 70})->Args({2000, 5000, 700});

}  // namespace
}  // namespace cggibbs
