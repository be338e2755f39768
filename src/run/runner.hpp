// Chains in threads: everyone keeps step, checks happen between rounds.
#pragma once

#include <atomic>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "run/chain.hpp"
#include "run/draw_end.hpp"

namespace cggibbs {

/// A glance at a run in progress.
struct Progress {
  struct PerChain {
    std::size_t sweeps, draws;
    bool warming;
  };
  std::vector<PerChain> chains;
  double seconds = 0;            ///< since the start
  double sampling_since = 0;     ///< seconds at which the last chain left warmup; 0 while warming
  std::size_t warmup = 0;        ///< sweeps of warmup per chain
  std::size_t target_draws = 0;  ///< per chain, as far as is known
  std::size_t thin = 1;
  bool open_ended = false;  ///< nobody knows yet how many draws a stopping rule will take
  double time_limit = std::numeric_limits<double>::infinity();  ///< seconds since the start
  double before = 0;  ///< seconds that had passed when the chains began
};

/// Advances all chains until each has `draws` draws, or `stop` becomes true (then after the sweep in hand).
/// Draws do not depend on the number of threads: a chain is a value that one thread at a time moves on.
class Runner {
 public:
  /// Chains of which `enough` says so, after a sweep, move no further.
  Runner(std::vector<std::unique_ptr<Chain>> chains, DrawSink& sink, bool save_warmup, int threads,
         std::function<bool(const Chain&)> enough = {});

  /// `tick` is called about ten times a second from the calling thread; what it throws ends the round.
  void advance_to(std::size_t draws, const std::atomic<bool>& stop, const std::function<void()>& tick);

  const std::vector<std::unique_ptr<Chain>>& chains() const { return chains_; }
  std::vector<Progress::PerChain> glance() const;

 private:
  struct Counter {
    std::atomic<std::size_t> sweeps{0}, draws{0};
    std::atomic<bool> warming{true};
  };
  std::vector<std::unique_ptr<Chain>> chains_;
  DrawSink& sink_;
  std::vector<char> sampling_;  ///< by chain: the sink knows that its warmup is over
  std::vector<std::unique_ptr<Counter>> counters_;
  std::vector<char> done_;  ///< by chain: enough
  std::function<bool(const Chain&)> enough_;
  bool save_warmup_;
  int threads_;
};

}  // namespace cggibbs
