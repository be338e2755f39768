// What went wrong on the trajectories of one chain after warmup.
#pragma once

#include <cstdint>

#include "diagnostics/ebfmi.hpp"
#include "samplers/hamiltonian/trajectories.hpp"

namespace cggibbs {

struct HamiltonianTally {
  std::uint64_t updates = 0;
  std::uint64_t gradients = 0;    ///< leapfrog steps
  std::uint64_t divergences = 0;  ///< energy errors above 1000
  std::uint64_t saturated = 0;    ///< trees that were cut at the largest depth
  double step_size = 0;
  Ebfmi ebfmi;
  bool whole = false;  ///< the block moves every parameter: only then are energies comparable between draws

  void add(const TrajectoryReport& report, int max_depth) {
    ++updates;
    gradients += static_cast<std::uint64_t>(report.leapfrogs);
    divergences += report.divergent;
    saturated += report.depth >= max_depth;
    step_size = report.step_size;
    ebfmi.add(report.energy);
  }
  double ebfmi_value() const { return whole ? ebfmi.value() : std::numeric_limits<double>::quiet_NaN(); }
};

}  // namespace cggibbs
