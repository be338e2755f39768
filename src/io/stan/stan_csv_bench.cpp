// Numbers per second through the Stan CSV writer and reader, and through the store of draws.
#include <benchmark/benchmark.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/rng.hpp"
#include "io/file/draw_store.hpp"
#include "io/stan/stan_csv_reader.hpp"
#include "io/stan/stan_csv_writer.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t n_columns = 200, n_rows = 5000;

std::vector<double> normal_row() {
  Rng rng(1, 1);
  std::vector<double> row(n_columns);
  for (double& x : row) x = rng.normal();
  return row;
}

std::filesystem::path scratch(const char* name) {
  return std::filesystem::temp_directory_path() / name;
}

void write_file(const std::filesystem::path& path, int sig_figs) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < n_columns; ++j) names.push_back("beta[" + std::to_string(j + 1) + "]");
  StanCsvWriter writer(path, {.num_samples = n_rows}, names, sig_figs);
  const std::vector<double> row = normal_row();
  for (std::size_t i = 0; i < n_rows; ++i) writer.append(row, {.lp = -1});
  writer.finish();
}

void count_numbers(benchmark::State& state) {
  state.SetItemsProcessed(static_cast<std::int64_t>(n_columns * n_rows) * state.iterations());
}

void stan_csv_write(benchmark::State& state) {
  const auto path = scratch("cggibbs-bench.csv");
  for (auto _ : state) write_file(path, static_cast<int>(state.range(0)));
  std::filesystem::remove(path);
  count_numbers(state);
}
BENCHMARK(stan_csv_write)->Arg(0)->Arg(8);

void stan_csv_read(benchmark::State& state) {
  const auto path = scratch("cggibbs-bench.csv");
  write_file(path, 0);
  for (auto _ : state) benchmark::DoNotOptimize(read_stan_csv(path).values.data());
  std::filesystem::remove(path);
  count_numbers(state);
}
BENCHMARK(stan_csv_read);

void draw_store_append(benchmark::State& state) {
  const std::vector<double> row = normal_row();
  for (auto _ : state) {
    DrawStore store(scratch_file(scratch_directory()), n_columns);
    for (std::size_t i = 0; i < n_rows; ++i) store.append(row);
  }
  count_numbers(state);
}
BENCHMARK(draw_store_append);

void draw_store_read(benchmark::State& state) {
  const std::vector<double> row = normal_row();
  DrawStore store(scratch_file(scratch_directory()), n_columns);
  for (std::size_t i = 0; i < n_rows; ++i) store.append(row);
  const auto group = static_cast<std::size_t>(state.range(0));
  std::vector<double> out;
  for (auto _ : state)
    for (std::size_t j = 0; j < n_columns; j += group) store.read_columns(j, group, out);
  count_numbers(state);
}
BENCHMARK(draw_store_read)->Arg(1)->Arg(20);

}  // namespace
}  // namespace cggibbs
