// Time to read a large table.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cmath>

#include "io/table/csv.hpp"

namespace cggibbs {
namespace {

std::string numbers(std::size_t rows, std::size_t cols) {
  std::string text;
  for (std::size_t j = 0; j < cols; ++j) text += fmt::format("{}x{}", j ? "," : "", j + 1);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < cols; ++j)
      text += fmt::format("{}{:.7g}", j ? "," : "\n", std::sin(static_cast<double>(i * cols + j)));
  return text;
}

void read_numbers(benchmark::State& state) {
  const std::string text =
      numbers(static_cast<std::size_t>(state.range(0)), static_cast<std::size_t>(state.range(1)));
  for (auto _ : state) benchmark::DoNotOptimize(parse_csv(text, "bench.csv"));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(read_numbers)->Args({100'000, 100})->Args({500, 20'000})->Unit(benchmark::kMillisecond);

void read_text(benchmark::State& state) {
  std::string text = "id,species,site";
  for (int i = 0; i < 1'000'000; ++i) text += fmt::format("\n{},species{},\"site {}\"", i, i % 7, i % 100);
  for (auto _ : state) benchmark::DoNotOptimize(parse_csv(text, "bench.csv"));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(read_text)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace cggibbs
