// Writes a directory of chains and a summary for the checks of other people's readers.
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/rng.hpp"
#include "base/special.hpp"
#include "cggibbs/error.hpp"
#include "io/file/atomic_file.hpp"
#include "io/stan/stan_csv_writer.hpp"
#include "io/table/summary_csv.hpp"

namespace cggibbs {
namespace {

// Everything readers stumble over: dots, brackets, interactions, quotes, other alphabets, words they reserve.
const std::vector<std::string> names{"Intercept",    "x",      "C(g)[b]",     "C(g)[c]", "x:z",
                                     "Sepal.Length", "x.1",    "beta[1]",     "beta[2]", "beta[3]",
                                     "S[1,1]",       "S[2,1]", "S[1,2]",      "S[2,2]",  "u[2]",
                                     "u[4]",         "lp__",   "\xce\xb2",    "chain",   "a \"q\"",
                                     "x z",          "one[1]", "fixed_param", "thin",    "metric"};

void write_run(const std::filesystem::path& dir, StanCsvInfo info, std::size_t rows) {
  ensure_directory(dir);
  const std::size_t warmup_rows = info.save_warmup ? info.num_warmup / info.thin : 0;
  for (std::size_t chain = 1; chain <= 2; ++chain) {
    info.chain_id = chain;
    info.output_file = fmt::format("chain-{}.csv", chain);
    StanCsvWriter writer(dir / info.output_file, info, names);
    Rng rng(1, chain);
    std::vector<double> row(names.size());
    for (std::size_t i = 0; i < warmup_rows + rows + chain; ++i) {
      if (i == warmup_rows && info.save_warmup)
        writer.begin_sampling({0.25, std::vector<double>(names.size(), 2)});
      for (double& x : row) x = rng.normal() * 1e3;
      if (i == warmup_rows + 1) row[1] = nan, row[2] = inf, row[3] = -inf, row[4] = 5e-324;
      writer.append(row, {.lp = -rng.exponential()});
    }
    writer.finish({0.5, 1.25}, rows);  // chains that stopped at different draws
  }
  std::vector<SummaryCsvRow> summary;
  for (const std::string& name : names)
    summary.push_back({name, 0.1, 0.2, 1.0 / 3, 1, -2, 2, nan, 100.5, 99});
  write_summary_csv(dir / "summary.csv", summary);
}

}  // namespace
}  // namespace cggibbs

int main(int argc, char** argv) {
  using namespace cggibbs;
  if (argc != 2) {
    fmt::print(stderr, "usage: write_example DIRECTORY\n");
    return 2;
  }
  try {
    const std::filesystem::path dir = argv[1];
    write_run(dir / "plain", {.model = "example", .num_samples = 50, .data_file = "seeds.csv"}, 50);
    write_run(dir / "stopped", {.num_samples = 100000000, .num_warmup = 7, .thin = 3, .data_file = "d.json"},
              20);
    write_run(dir / "warmup",
              {.num_samples = 30, .num_warmup = 20, .save_warmup = true, .thin = 2, .metric = "diag_e"}, 15);
  } catch (const Error& e) {
    fmt::print(stderr, "{}\n", e.what());
    return 1;
  }
}
