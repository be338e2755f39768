// The one way to run chains: rounds of sampling, with looks at the draws in between, until the settings say stop.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/streams.hpp"
#include "run/draw_end.hpp"
#include "run/health.hpp"
#include "run/runner.hpp"
#include "run/stop_rule.hpp"

namespace cggibbs {

struct RunSettings {
  ChainSettings chain;
  std::size_t chains = 4;
  std::size_t draws = 1000;  ///< per chain; with stopping rules the most there may be
  StopRule until;
  int threads = 0;  ///< 0: one per core, at most one per chain
  bool save_warmup = false;
  std::filesystem::path init;  ///< JSON file of starting values; empty: random
  std::vector<double> start;   ///< of all chains, as State::values; empty: see init
  std::uint64_t first_stream = stream(Purpose::chain, 1);  ///< of the first chain; the others' follow
  /// Asked after every sweep, from the chain's thread: the chain has done enough. Empty: it has when it has all its draws.
  std::function<bool(const Chain&)> enough = {};
  double interval = 0;        ///< percent: summaries have the ends of this central interval, too
  double seconds_before = 0;  ///< that the run has already taken; they count towards time limits
  /// Of these, for pilots: a chain that has no draw yet when time is up may take as long again, so that pilots make no run fail.
  double pilot_seconds = 0;
};

/// What is known about mixing while a run goes on.
struct LiveDiagnostics {
  std::size_t draws = 0;      ///< per chain at the last check; 0: none yet
  std::size_t checked = 0;    ///< quantities looked at
  std::size_t monitored = 0;  ///< quantities there are
  Quality quality;
};

struct RunCallbacks {
  /// Called about ten times a second from the calling thread, and once at the end. What it throws ends the run.
  std::function<void(const Progress&, const LiveDiagnostics&)> progress = [](const auto&, const auto&) {};
  bool wants_live_diagnostics = false;
};

/// What the chains did; the end has their draws.
struct RunResult {
  std::size_t chains = 0;
  std::size_t draws = 0;  ///< per chain
  bool interrupted = false;
  std::string
      stopped_by;       ///< a limit: "draws", "time", "interrupt", "disk"; or all goals, as in "ess and rhat"
  std::string trouble;  ///< why not everything could be written; empty when it could
  std::vector<DrawEnd::PhaseSeconds> seconds;       ///< processor time, by chain
  double warmup_seconds = 0, sampling_seconds = 0;  ///< of all chains
  double wall_seconds = 0;
  Work warmup_work, sampling_work;
  std::size_t sweeps = 0;   ///< of all chains
  std::vector<State> last;  ///< where chains are at the end
  RunHealth health;
};

/// Runs until the settings say stop or `interrupt` becomes true. The end is left unfinished; when this throws it has been
/// discarded.
RunResult run(const Model& model, const Plan& plan, const RunSettings& settings, DrawEnd& end,
              const std::atomic<bool>& interrupt, const RunCallbacks& callbacks = {});

/// The least trustworthy of many quantities, for stopping rules.
Quality quality(const Worst& worst, double max_mcse);

int threads_to_use(int threads, std::size_t chains);

}  // namespace cggibbs
