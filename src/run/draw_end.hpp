// Where draws go: memory, files or online statistics, behind one interface.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "run/draw.hpp"
#include "run/quantity.hpp"

namespace cggibbs {

/// Takes what chains make, from the thread that moves the chain.
class DrawSink {
 public:
  virtual ~DrawSink() = default;
  /// Warmup of the chain is over, and this is what it has learned; comes before its first draw of sampling.
  virtual void begin_sampling(std::size_t chain, const TrajectoryAdaptation& learned) = 0;
  virtual void append(std::size_t chain, const Draw& draw) = 0;
};

/// Keeps draws, and gives back what it can while nothing is appended.
class DrawEnd : public DrawSink {
 public:
  struct PhaseSeconds {
    double warmup = 0, sampling = 0;
  };
  using Use = std::function<void(std::size_t index, const Quantity& quantity)>;

  void begin_sampling(std::size_t, const TrajectoryAdaptation&) override {}
  virtual const std::vector<std::string>& names() const = 0;
  /// Draws that every chain has.
  virtual std::size_t draws() const = 0;
  /// Every step-th quantity, on several threads.
  virtual void for_each_quantity(int threads, std::size_t step, const Use& use) const = 0;
  /// Of quantiles, as a share of the draws; 0 as long as all draws are known.
  virtual double rank_error() const { return 0; }
  /// Why no more draws can be kept (a full disk), from any thread; empty as long as they can. Those kept so far stay.
  virtual std::string trouble() const { return ""; }
  /// Completes what is to outlive the run, with equally many draws of each chain; returns the files.
  virtual std::vector<std::filesystem::path> finish(const std::vector<PhaseSeconds>&) { return {}; }
  /// Removes what an unfinished run has left.
  virtual void discard() {}
};

}  // namespace cggibbs
