// A whole run: chains, files, stopping, summary, record.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "diagnostics/summary.hpp"
#include "graph/problem.hpp"
#include "run/health.hpp"
#include "run/runner.hpp"
#include "run/stop_rule.hpp"

namespace cggibbs {

struct FitSettings {
  ChainSettings chain;
  std::size_t chains = 4;
  std::size_t draws = 1000;  ///< per chain; with stopping rules the most there may be
  StopRule until;
  int threads = 0;  ///< 0: one per core, at most one per chain
  bool save_warmup = false;
  bool summary_only = false;      ///< keep online statistics, no draws
  std::vector<std::string> save;  ///< patterns of outputs to record (* and ?); empty: all
  int sig_figs = 0;               ///< of the CSV files; 0: shortest exact
  std::filesystem::path output;   ///< directory; empty: no files
  std::filesystem::path init;     ///< JSON file of starting values; empty: random
  std::string model_name = "cggibbs";
  std::string data_file;
  bool check_resources = true;
  double seconds_before = 0;  ///< that the run has already taken; they count towards time limits
};

/// What is known about mixing while a run goes on.
struct LiveDiagnostics {
  std::size_t draws = 0;      ///< per chain at the last check; 0: none yet
  std::size_t checked = 0;    ///< quantities looked at
  std::size_t monitored = 0;  ///< quantities there are
  Quality quality;
};

struct FitCallbacks {
  std::function<void(const Progress&, const LiveDiagnostics&)> progress = [](const auto&, const auto&) {};
  bool wants_live_diagnostics = false;
};

struct EssRange {
  double min = 0;
  double median = 0;
};

struct FitResult {
  std::vector<std::string> names;
  std::vector<Summary> summaries;  ///< one per name
  std::size_t chains = 0;
  std::size_t draws = 0;  ///< per chain
  bool interrupted = false;
  std::string stopped_by;  ///< a limit: "draws", "time", "interrupt"; or all goals, as in "ess and rhat"
  std::vector<std::string> missed;  ///< goals that a limit left unreached
  double rank_error = 0;    ///< of quantiles, as a share of the draws: 0 unless they come from sketches
  EssRange ess, ess_paper;  ///< over all quantities and their squares
  double max_rhat = 0;
  Mixing mixing;
  double warmup_seconds = 0, sampling_seconds = 0;  ///< processor time, all chains
  double wall_seconds = 0;
  Work warmup_work, sampling_work;
  RunHealth health;
  std::vector<std::filesystem::path> files;
};

/// Runs until the settings say stop or `interrupt` becomes true. Writes chain-K.csv and summary.csv when there is an
/// output directory. Rescaled rows go to summary-original.csv.
FitResult fit(const Model& model, const FitSettings& settings, const std::vector<Rescaled>& original,
              const std::atomic<bool>& interrupt, const FitCallbacks& callbacks);

int threads_to_use(const FitSettings& settings);

}  // namespace cggibbs
