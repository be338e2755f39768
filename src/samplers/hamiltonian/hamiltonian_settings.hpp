// How trajectories are followed.
#pragma once

#include <cstddef>

#include "samplers/hamiltonian/metric.hpp"

namespace cggibbs {

enum class Trajectory { nuts, hmc };

struct HamiltonianSettings {
  Trajectory trajectory = Trajectory::nuts;
  MetricKind metric = MetricKind::diag;
  double target_accept = 0.8;
  int max_depth = 10;           ///< nuts: at most 2^max_depth - 1 leapfrog steps
  double integration_time = 2;  ///< hmc: in units of the scales that the metric has learned
  std::size_t warmup = 1000;    ///< sweeps: the schedule of windows needs to know
  double step_size = 0;         ///< where adaptation starts; 0: found at the first update
};

}  // namespace cggibbs
