// A kernel that moves several coordinates at once, as one step of a sweep.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "base/archive.hpp"
#include "base/rng.hpp"
#include "base/special.hpp"
#include "base/work.hpp"
#include "graph/state.hpp"

namespace cggibbs {

class Trajectories;

class Block {
 public:
  virtual ~Block() = default;
  virtual std::string name() const = 0;
  /// The parameter nodes that it moves; coordinate kernels leave them alone unless shares() says otherwise.
  virtual const std::vector<NodeId>& parameters() const = 0;
  /// Its parameters are moved by coordinate kernels too (an extra move, not a replacement).
  virtual bool shares() const { return false; }
  /// Moves before single coordinates in the first sweep of warmup, too: drawn from a known law it needs no start, and scales
  /// that looked at one would be far off, and hold it there.
  virtual bool goes_first() const { return false; }
  /// Leaves the conditional law of its coordinates invariant, and every cached value of the state exact. While
  /// learning it may adapt.
  virtual void update(State& state, Rng& rng, bool learn) = 0;
  /// Warmup is over: settings are frozen from here on.
  virtual void freeze() {}
  /// What it tells of its trajectories, where it follows any: see samplers/hamiltonian/trajectories.hpp.
  virtual const Trajectories* trajectories() const { return nullptr; }
  /// What updates have made of it: a new block for the same model and settings that loads this goes on with the same moves.
  /// Blocks that remember more than their work override both, and call these first.
  virtual void save(Writer& w) const { w(work_, drift_); }
  virtual void load(Reader& r) { r(work_, drift_); }
  /// The largest difference so far between a predictor that its moves saw and that of the parameters it wrote, relative to
  /// 1 + |value|.
  double drift() const { return drift_; }
  const Work& work() const { return work_; }
  void reset_work() { work_ = {}; }

 protected:
  /// To be called with the predictor of the moves, once the state's own is computed afresh.
  void check_predictor(const double* seen, const double* exact, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
      const double off = std::abs(seen[i] - exact[i]) / (1 + std::abs(exact[i]));
      if (!(off <= drift_)) drift_ = off >= 0 ? off : inf;  // what is not a number is as wrong as can be
    }
  }

  Work work_;

 private:
  double drift_ = 0;
};

}  // namespace cggibbs
