// One draw as it leaves a chain.
#pragma once

#include <span>

#include "samplers/hamiltonian/trajectories.hpp"

namespace cggibbs {

struct Draw {
  std::span<const double> values = {};  ///< the outputs of the model, until the chain moves on
  double log_density = 0;
  bool warmup = false;
  double seconds = 0;  ///< processor time that its chain has spent sampling
  TrajectoryReport trajectory = {};
};

}  // namespace cggibbs
