// Sampling a model: settings in, draws with their summaries out.
//
//   Fit fit = sample(*model, {.draws = 2000, .seed = 7});
//   std::cout << fit.table();
//   double slope = fit.summary("beta[2]").mean;
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cggibbs {

class Model;

/// A glance at a run in progress, all chains together.
struct SampleProgress {
  std::size_t sweeps = 0;        ///< done
  std::size_t total_sweeps = 0;  ///< to do in all
  bool warming = true;           ///< some chain is still in warmup
  double seconds = 0;            ///< since the start
  bool choosing = false;         ///< pilots are running: chains have not begun
};

/// Out-of-range values make sample() throw an Error.
struct SampleSettings {
  enum class Slice { stepping, doubling };
  enum class Scan { dugs, rsgs, rpgs };  ///< fixed order, random coordinate, fresh permutation per sweep

  int chains = 4;
  int warmup = 1000;  ///< sweeps per chain that are not kept
  int draws = 1000;   ///< per chain
  int thin = 1;       ///< sweeps per draw
  int threads = 0;    ///< 0: one per core, at most one per chain; the draws do not depend on it
  std::uint64_t seed = 1;

  /// How continuous parameters move; under any, whole numbers of up to 256 values are drawn exactly, others by slice, labels of
  /// Dirichlet processes by a kernel of their own. A name of sampler_names(), one with a metric
  /// ("nuts:dense"), or "auto": one of the others, from counted work and short pilot runs.
  std::string sampler = "auto";
  std::string block = {};       ///< other samplers for some parameters: "b=nuts,sigma=slice"
  std::string metric = {};      ///< of nuts and hmc: unit, diag (the default), dense, low_rank
  double target_accept = 0.8;   ///< of nuts and hmc: what their step sizes aim at
  int max_depth = 10;           ///< of nuts: at most 2^max_depth - 1 leapfrog steps
  double integration_time = 2;  ///< of hmc: the mean length of its trajectories
  Slice slice = Slice::stepping;
  Scan scan = Scan::dugs;
  double width = 1;    ///< first width of slices, or steps of random walks
  bool adapt = true;   ///< learn the width of each coordinate in warmup
  bool naive = false;  ///< recompute everything at every evaluation: the slow baseline, same target

  /// Called about ten times a second, from the thread that called sample(). An exception it throws ends the
  /// run and leaves sample().
  std::function<void(const SampleProgress&)> progress = {};
  /// The run ends early, keeping its draws, soon after this becomes true.
  const std::atomic<bool>* interrupt = nullptr;
};

/// One quantity in numbers, defined as in R's posterior package; NaN where there is no answer (too few draws,
/// constants).
struct SummaryRow {
  std::string name;
  double mean, median, sd, mad, q5, q95;
  double rhat, ess_bulk, ess_tail;
  double mcse_mean, mcse_median, mcse_sd, mcse_q5, mcse_q95;
};

/// The draws of a run and what they say. A value: copy it, move it, keep it after the model is gone.
class Fit {
 public:
  /// Processor time of all chains by phase, and time on the clock on the wall.
  struct Seconds {
    double warmup = 0, sampling = 0, wall = 0;
  };
  /// Counted work of all chains: log densities evaluated, rows of nodes and factors read for them, and
  /// multiply-adds of matrix products.
  struct Work {
    std::uint64_t evaluations = 0, rows = 0, products = 0;
  };

  /// What gradient samplers tell of their trajectories after warmup; nothing for the others.
  struct Trajectories {
    std::uint64_t updates = 0;         ///< of all chains; 0: no trajectories
    std::uint64_t leapfrog_steps = 0;  ///< of all chains
    std::uint64_t divergences = 0;     ///< energy errors above 1000: part of the posterior may be missing
    std::uint64_t max_depth_hits = 0;  ///< trees that were cut before they turned round
    std::vector<double> ebfmi;         ///< by chain; doubtful below 0.3, NaN where some move otherwise
    std::vector<double> step_size;     ///< by chain
  };
  /// What a short pilot told `sampler = "auto"` of one sampler; costs are counted work in rows of data.
  struct Pilot {
    std::string sampler;
    std::string outcome;  ///< in a few words: "chosen", "behind", why it was not tried, ...
    bool tried = false;
    std::size_t warmup = 0, draws = 0;                ///< per chain
    double sweep_cost = 0;                            ///< measured where it was tried, else predicted
    double ess_median = 0, ess_low = 0, ess_min = 0;  ///< over quantities; low is the 10% quantile
    double ess_per_million_rows = 0;                  ///< what samplers are compared by; 0: not known
  };
  /// Effective sample sizes over all quantities and their squares; NaN when none has any.
  struct EssRange {
    double min = 0, median = 0;
  };
  /// How far numbers that are kept up to date were from fresh ones, relative to 1 + their size: the largest of all chains.
  struct Drift {
    double sums = 0;    ///< cached sums, at refreshes every 100 sweeps
    double blocks = 0;  ///< predictors of what blocks wrote, against those that their moves saw
  };

  /// What ran, and why it was chosen (empty: it was asked for).
  const std::string& sampler() const { return sampler_; }
  const std::string& sampler_reason() const { return sampler_reason_; }
  const std::vector<Pilot>& pilots() const { return pilots_; }  ///< empty when the sampler was asked for

  /// Recorded quantities, in the order in which the model declares them.
  const std::vector<std::string>& names() const { return names_; }
  std::size_t index(std::string_view name) const;

  std::size_t chains() const { return values_.size(); }
  std::size_t draws() const { return draws_; }  ///< per chain; fewer than asked for after an interruption
  bool interrupted() const { return interrupted_; }

  /// The draws of one quantity. Chains count from 0. Views last as long as this Fit.
  std::span<const double> values(std::size_t chain, std::size_t index) const;
  std::span<const double> values(std::size_t chain, std::string_view name) const;
  /// The sum of all the model's factors at each draw: the log posterior density up to one constant.
  std::span<const double> log_density(std::size_t chain) const;

  const std::vector<SummaryRow>& summaries() const { return summaries_; }
  const SummaryRow& summary(std::size_t index) const;
  const SummaryRow& summary(std::string_view name) const;
  /// All summaries as text: variable mean sd q5 median q95 rhat ess_bulk ess_tail; then a line for each warning.
  std::string table() const;

  double max_rhat() const { return max_rhat_; }  ///< NaN when no quantity has one
  double min_ess() const { return min_ess_; }    ///< the smallest ess_bulk or ess_tail; NaN likewise
  EssRange ess() const { return ess_; }
  EssRange ess_paper() const { return ess_paper_; }  ///< by the paper's batch means

  /// Plain words and a remedy for each doubt about the run: R-hat, effective sample sizes, divergences, drift, ...; empty when there is
  /// none.
  const std::vector<std::string>& warnings() const { return warnings_; }
  const Trajectories& trajectories() const { return trajectories_; }
  Drift drift() const { return drift_; }
  double accept() const { return accept_; }  ///< share of proposals; 1 where nothing is proposed

  Seconds seconds() const { return seconds_; }
  Work work() const { return work_; }  ///< of sampling
  Work warmup_work() const { return warmup_work_; }

 private:
  friend class FitBuilder;
  void check_chain(std::size_t chain) const;
  void check_index(std::size_t index) const;

  std::string sampler_, sampler_reason_;
  std::vector<Pilot> pilots_;
  std::vector<std::string> names_;
  std::size_t capacity_ = 0;                 ///< draws there is room for
  std::size_t draws_ = 0;                    ///< that every chain has
  std::vector<std::vector<double>> values_;  ///< by chain; a quantity's draws are adjacent
  std::vector<std::vector<double>> log_density_;
  std::vector<SummaryRow> summaries_;
  bool interrupted_ = false;
  double max_rhat_ = 0;
  double min_ess_ = 0;
  EssRange ess_, ess_paper_;
  Seconds seconds_;
  Work work_, warmup_work_;
  Trajectories trajectories_;
  Drift drift_;
  double accept_ = 1;
  std::vector<std::string> warnings_;
};

/// What SampleSettings::sampler takes beside "auto": "slice", "nuts", "nuts:low_rank", ...
std::vector<std::string> sampler_names();

/// Runs all chains and keeps their draws in memory. The same model, settings and seed give the same draws on the
/// same machine, for any number of threads. Prints nothing.
Fit sample(const Model& model, const SampleSettings& settings = {});

/// What sampling would do, as text: the nodes that are left after folding, the factors, and per parameter what
/// one evaluation of its conditional reads.
std::string explain(const Model& model);

}  // namespace cggibbs
