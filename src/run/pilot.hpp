// One pilot: a few short chains of one sampler, and what their draws are worth.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "run/chain.hpp"

namespace cggibbs {

/// What one chain of a pilot leaves behind.
struct PilotChain {
  std::vector<double> values;  ///< of the picked outputs and the log density, draw after draw
  std::size_t sweeps = 0, draws = 0;
  std::size_t divergences = 0;
  double cost = 0, sampling_cost = 0;
  std::vector<double> state;  ///< parameters and nodes at the end, for the next pilot to start from
  bool too_dear = false;      ///< given up because of PilotLimits::least_rate
  std::string error;
};

struct PilotLimits {
  double cost = 0;        ///< at most about this
  double least_rate = 0;  ///< fewer sweeps per unit of cost: give up
  double free_cost = 0;   ///< preparations that the rate leaves out
};

struct PilotEss {
  std::size_t draws = 0;  ///< per chain
  double median = 0, low = 0, min = 0;
  bool known = false;
};

/// At most about 100 outputs: all that stand alone (an intercept, a scale), the others evenly spaced.
std::vector<std::size_t> pick_outputs(const Model& model);

/// Warmup and as many draws, fewer when the limits say so or `stop` becomes true.
PilotChain run_pilot_chain(const Model& model, const Plan& plan, const ChainSettings& settings,
                           std::uint64_t stream, const std::vector<double>& start,
                           const std::vector<std::size_t>& picks, const PilotLimits& limits,
                           const std::atomic<bool>& stop);

/// Over the picked outputs, their squares and the log density.
PilotEss pilot_ess(const std::vector<PilotChain>& chains);

}  // namespace cggibbs
