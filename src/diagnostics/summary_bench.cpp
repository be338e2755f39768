// Time to summarise one parameter, 4 chains, by how well the chains mix.
#include "diagnostics/summary.hpp"

#include <benchmark/benchmark.h>

#include "diagnostics/ess_paper.hpp"
#include "diagnostics/test_draws.hpp"

namespace cggibbs {
namespace {

test::Sample sample(const benchmark::State& state) {
  return test::make_sample(
      {"ar1", 4, static_cast<std::size_t>(state.range(0)), static_cast<double>(state.range(1)) / 1000, 1});
}

void bench_summarize(benchmark::State& state) {
  const auto s = sample(state);
  const auto x = s.views();
  for (auto _ : state) benchmark::DoNotOptimize(summarize(x));
}
BENCHMARK(bench_summarize)
    ->ArgNames({"draws", "phi_permille"})
    ->Args({1000, 0})
    ->Args({1000, 500})
    ->Args({1000, 950})
    ->Args({1000, 999})
    ->Args({100000, 950})
    ->Args({1000000, 999})
    ->Unit(benchmark::kMicrosecond);

void bench_ess_paper(benchmark::State& state) {
  const auto s = sample(state);
  const auto x = s.views();
  for (auto _ : state) benchmark::DoNotOptimize(ess_paper(x));
}
BENCHMARK(bench_ess_paper)
    ->ArgNames({"draws", "phi_permille"})
    ->Args({1000, 500})
    ->Args({1000, 999})
    ->Args({100000, 999})
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace cggibbs
