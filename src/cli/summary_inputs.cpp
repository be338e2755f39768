// Finding chains, run records and summaries in what was named.
#include "cli/summary_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <cmath>
#include <filesystem>
#include <span>

#include "io/file/text_file.hpp"
#include "io/table/summary_csv.hpp"
#include "run/finished_run.hpp"
#include "run/output_folder.hpp"
#include "run/run_files.hpp"

namespace cggibbs {
namespace fs = std::filesystem;
namespace {

bool holds_draws(const fs::path& path) {
  constexpr std::size_t enough = 65536;
  return looks_like_stan_csv(read_file_start(path.string(), enough));
}

/// chain-K.csv in order of K, whoever is missing; in other directories every CSV file that holds a chain.
std::vector<fs::path> chain_files(const fs::path& folder) {
  std::vector<fs::path> ours, all;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    if (is_chain_file(entry.path().filename().string()))
      ours.push_back(entry.path());
    else if (entry.path().extension() == ".csv" && holds_draws(entry.path()))
      all.push_back(entry.path());
  }
  const auto by_number = [](const fs::path& path) {
    const std::string name = path.filename().string();
    return std::pair(name.size(), name);
  };
  std::sort(ours.begin(), ours.end(),
            [&](const auto& a, const auto& b) { return by_number(a) < by_number(b); });
  std::sort(all.begin(), all.end());
  return ours.empty() ? all : ours;
}

/// Of a run that was killed, in words.
std::string interrupted_chains(const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".csv.partial") && is_leftover(name))
      return fmt::format(" A run was interrupted here: `cggibbs summary {}` reads what it left.",
                         (folder / "chain-*.csv.partial").string());
  }
  return "";
}

bool same_draws(const StanCsv& a, const StanCsv& b) {
  const auto same = [](std::span<const double> x, std::span<const double> y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                      [](double u, double v) { return u == v || (std::isnan(u) && std::isnan(v)); });
  };
  return same(a.values, b.values) && same(a.sampler_values, b.sampler_values);
}

class Reader {
 public:
  void read(const std::string& input) {
    if (input.empty()) throw Error("the name of a directory is empty. Give that of a run.");
    if (!fs::is_directory(input)) {
      const fs::path folder = fs::path(input).parent_path();
      complete_change(folder.empty() ? "." : folder);
      add_chain(input);
      return add_record(folder);
    }
    complete_change(input);
    const auto files = chain_files(input);
    for (const auto& file : files) add_chain(file);
    if (files.empty()) add_kept(input);
    add_record(input);
  }

  SummaryInputs result() && {
    if (!out_.kept.empty()) return std::move(out_);
    out_.names = out_.chains.front().names;
    out_.n_chains = out_.chains.size();
    out_.draws = out_.chains.front().rows;
    for (const auto& c : out_.chains) out_.draws = std::min(out_.draws, c.rows);
    if (out_.draws == 0) throw Error("a chain has no draws after warmup.");
    return std::move(out_);
  }

 private:
  void add_chain(const fs::path& path) {
    if (!out_.kept.empty()) refuse_pooling(path);
    if (fs::is_regular_file(path) && !holds_draws(path))  // whatever its name
      throw Error(fmt::format(
          "{}: is not a Stan CSV file: it has neither comments about a method or model nor a column like "
          "lp__. Name the directory of a run, or files with draws.",
          path.string()));
    StanCsv chain = read_stan_csv(path);
    for (const StanCsv& c : out_.chains) {
      if (chain.names != c.names)
        throw Error(fmt::format(
            "{}: its columns differ from those of the first file; summaries need chains of one model.",
            path.string()));
      if (chain.rows == 0 || !same_draws(chain, c)) continue;
      out_.notes.push_back(fmt::format("{} has the draws of {}: they count once.", path.string(), c.source));
      return;
    }
    out_.chains.push_back(std::move(chain));
  }

  /// A run with --summary-only.
  void add_kept(const fs::path& folder) {
    const fs::path path = folder / "summary.csv";
    const auto run = read_finished_run(folder);
    if (!run || !written_by_a_run(path))
      throw Error(
          fmt::format("{}: there are no chain files (chain-1.csv, ...) in this directory, and no other Stan "
                      "CSV files.{}",
                      folder.string(), interrupted_chains(folder)));
    if (is_seen(folder)) {
      out_.notes.push_back(fmt::format("{} is named twice: it counts once.", folder.string()));
      return;
    }
    if (!out_.chains.empty() || !out_.kept.empty()) refuse_pooling(folder);
    out_.n_chains = run->chains;
    out_.draws = run->draws;
    const SummaryCsv table = read_summary_csv(path);
    out_.kept_interval = table.interval;
    for (const auto& row : table.rows) {
      out_.names.push_back(row.variable);
      // Rounded by the error that the effective sample size tells.
      const double error = row.sd / std::sqrt(row.ess_bulk);
      out_.kept.push_back({.mean = row.mean,
                           .median = row.median,
                           .sd = row.sd,
                           .mad = row.mad,
                           .q5 = row.q5,
                           .q95 = row.q95,
                           .rhat = row.rhat,
                           .ess_bulk = row.ess_bulk,
                           .ess_tail = row.ess_tail,
                           .mcse_mean = error,
                           .low = row.low,
                           .high = row.high});
    }
    if (out_.kept.empty()) throw Error(fmt::format("{}: there are no parameters in it.", path.string()));
    out_.notes.push_back(fmt::format(
        "{}: the run has kept running statistics, no draws: this is its summary.csv.", folder.string()));
  }

  /// What the run that wrote these files was not sure of.
  void add_record(fs::path folder) {
    if (folder.empty()) folder = ".";
    if (is_seen(folder)) return;
    seen_.push_back(folder);
    const auto run = read_finished_run(folder);
    if (!run) return;
    for (const auto& warning : run->warnings)  // those of a copy say the same
      if (std::find(out_.warnings.begin(), out_.warnings.end(), warning) == out_.warnings.end())
        out_.warnings.push_back(warning);
  }

  bool is_seen(const fs::path& folder) const {
    std::error_code ignored;
    return std::any_of(seen_.begin(), seen_.end(),
                       [&](const auto& seen) { return fs::equivalent(seen, folder, ignored); });
  }

  [[noreturn]] static void refuse_pooling(const fs::path& path) {
    throw Error(fmt::format(
        "{}: a run that has kept no draws (--summary-only) cannot be joined with others. Name it alone.",
        path.string()));
  }

  SummaryInputs out_;
  std::vector<fs::path> seen_;
};

}  // namespace

Summary SummaryInputs::summary(std::size_t j, double interval) const {
  if (!kept.empty() && interval > 0 && std::abs(interval - kept_interval) > 1e-9)
    throw Error(fmt::format(
        "--interval {}: the run has kept no draws, and no such interval. Fit again with --interval {}.",
        interval, interval));
  if (!kept.empty()) return kept[j];
  std::vector<std::span<const double>> x;
  for (const auto& c : chains) x.push_back(c.column(j).subspan(0, draws));
  return summarize(x, interval);
}

SummaryInputs read_summary_inputs(const std::vector<std::string>& inputs) {
  Reader reader;
  for (const auto& input : inputs) reader.read(input);
  return std::move(reader).result();
}

}  // namespace cggibbs
