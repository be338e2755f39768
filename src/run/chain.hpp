// One Markov chain: its state, its random stream, its sampler, and what it has done so far.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "run/draw.hpp"
#include "run/hamiltonian_tally.hpp"
#include "run/runaway.hpp"
#include "run/sweep_clock.hpp"
#include "samplers/gibbs.hpp"

namespace cggibbs {

struct ChainSettings {
  GibbsSettings gibbs;
  std::uint64_t seed = 1;
  std::size_t warmup = 1000;
  std::size_t thin = 1;
  std::size_t refresh_every = 100;  ///< sweeps between recomputations of all sums
};

/// Advances sweep by sweep; where the calls are cut does not change the draws. A value: what save() writes, a new chain for
/// the same model, settings and stream can load to go on with the same draws.
class Chain {
 public:
  /// `stream` is that of base/streams.hpp. `start` holds values for all parameters in State::values order, or is empty
  /// for a random start.
  Chain(const Model& model, const Plan& plan, const ChainSettings& settings, std::uint64_t stream,
        const std::vector<double>& start);
  Chain(Chain&&) = delete;

  /// Warmup sweeps first, then draws, each after `thin` sweeps. Returns the draw that was due, valid until the next sweep, or
  /// null. Throws an Error when the chain has run away.
  const Draw* sweep(bool save_warmup = false);

  void save(Writer& w) const;
  void load(Reader& r);

  std::size_t sweeps() const { return sweeps_; }
  std::size_t draws() const { return draws_; }
  bool warming() const { return warming_.has_value(); }
  /// Processor time, and counted work, of each phase.
  double warmup_seconds() const { return warmup_seconds_; }
  double sampling_seconds() const { return sampling_seconds_; }
  Work warmup_work() const { return warming() ? warming_work() : warmup_work_; }
  Work sampling_work() const { return warming() ? Work{} : tuned_work(); }
  double drift() const { return drift_; }
  double block_drift() const;
  double accepted_share() const;
  const State& state() const { return state_; }
  /// What warmup found, of the first block that follows trajectories.
  TrajectoryAdaptation adaptation() const;
  const HamiltonianTally& tally() const { return tally_; }

 private:
  Work warming_work() const;
  Work tuned_work() const;
  const std::vector<std::unique_ptr<Block>>& blocks() const;
  TrajectoryReport last_trajectories() const;
  void tally_trajectories();
  const Draw* take_draw();
  void end_warmup();
  void refresh_when_due(Conditional& conditional);

  const Model& model_;
  ChainSettings settings_;
  State state_;
  Rng rng_;
  std::optional<WarmingGibbs> warming_;
  std::optional<TunedGibbs> tuned_;
  std::vector<double> values_;  ///< of draw_
  std::vector<double> forward_weights_;
  Draw draw_;
  std::size_t sweeps_ = 0;
  std::size_t draws_ = 0;
  SweepClock clock_;
  double warmup_seconds_ = 0;
  double sampling_seconds_ = 0;
  Work warmup_work_;
  double drift_ = 0;
  RunawayWatch runaway_;
  HamiltonianTally tally_;
};

}  // namespace cggibbs
