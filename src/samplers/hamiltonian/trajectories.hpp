// What blocks that follow trajectories tell of them.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "base/special.hpp"

namespace cggibbs {

/// One update. The defaults are those of samplers without trajectories.
struct TrajectoryReport {
  double acceptance = 1;
  double step_size = 0;
  int depth = 0;
  int leapfrogs = 0;
  bool divergent = false;
  double energy = nan;
};

/// Two blocks of one sweep as one line of draws: the work of both, the worse of each. Energies of parts are not comparable.
inline TrajectoryReport together(const TrajectoryReport& a, const TrajectoryReport& b) {
  return {.acceptance = std::min(a.acceptance, b.acceptance),
          .step_size = std::min(a.step_size, b.step_size),
          .depth = std::max(a.depth, b.depth),
          .leapfrogs = a.leapfrogs + b.leapfrogs,
          .divergent = a.divergent || b.divergent};
}

/// What warmup has found.
struct TrajectoryAdaptation {
  double step_size = 0;
  std::string metric = {};
  std::vector<double> inverse_metric = {};  ///< see Metric::inverse_mass
};

class Trajectories {
 public:
  virtual TrajectoryReport last() const = 0;
  virtual TrajectoryAdaptation adaptation() const = 0;

 protected:
  ~Trajectories() = default;
};

}  // namespace cggibbs
