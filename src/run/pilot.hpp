// One pilot: a few short chains of one sampler, and what their draws are worth.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "diagnostics/chains.hpp"
#include "run/memory_draws.hpp"
#include "run/run.hpp"

namespace cggibbs {

/// Nobody is given up on fewer effective samples than this: those that a sampler had no time to make are granted to it
/// before it is judged. Its true number may be that large, and sweeps of warmup are dearer than others.
inline constexpr double handful = 10;

/// What one chain of a pilot leaves behind.
struct PilotChain {
  std::unique_ptr<const MemoryDraws> kept;  ///< of the picked outputs, and the log density; null: failed
  std::size_t sweeps = 0, draws = 0;
  std::size_t divergences = 0;
  double cost = 0, sampling_cost = 0;
  std::vector<double> state;  ///< parameters and nodes at the end, for the next pilot to start from
  bool too_dear = false;      ///< given up because of PilotLimits::least_rate
  std::string error;
  bool ran_away = false;  ///< that is the error
  bool improper = false;  ///< the model has no posterior: `error` says why
};

struct PilotLimits {
  double cost = 0;        ///< at most about this
  double least_rate = 0;  ///< fewer draws per unit of cost: give up
  double patience = 0;    ///< not before this has been spent, while there are few draws
};

struct PilotEss {
  std::size_t draws = 0;  ///< per chain
  double median = 0, low = 0, min = 0;
  bool known = false;
};

/// At most about so many outputs: all that stand alone (an intercept, a scale), the others evenly spaced.
std::vector<std::size_t> pick_outputs(const Model& model, std::size_t most = 100);

/// Warmup and as many draws, fewer when the limits say so or `stop` becomes true.
PilotChain run_pilot_chain(const Model& model, const Plan& plan, const ChainSettings& settings,
                           std::uint64_t stream, const std::vector<double>& start,
                           const std::vector<std::size_t>& picks, const PilotLimits& limits,
                           const std::atomic<bool>& stop);

std::size_t fewest_draws(const std::vector<PilotChain>& chains);

/// Draws of picked output k, of the log density when there are k outputs; as many as the shortest chain has.
Draws pilot_draws(const std::vector<PilotChain>& chains, std::size_t k);

/// Over the picked outputs, their squares and the log density.
PilotEss pilot_ess(const std::vector<PilotChain>& chains);

}  // namespace cggibbs
