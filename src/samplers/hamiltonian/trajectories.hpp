// What blocks that follow trajectories tell of them.
#pragma once

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
