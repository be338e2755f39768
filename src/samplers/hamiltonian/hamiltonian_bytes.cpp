// Arrays counted as nuts.hpp, hmc.hpp, hamiltonian_block.cpp and the metrics make them.
#include "samplers/hamiltonian/hamiltonian_bytes.hpp"

#include <algorithm>

namespace cggibbs {
namespace {

constexpr double point = 4;  ///< vectors of a PhasePoint

/// Doubles, for d dimensions.
double metric_doubles(MetricKind kind, double d) {
  switch (kind) {
    case MetricKind::unit:
      return 0;
    case MetricKind::diag:
      return 3 * d;
    case MetricKind::dense:
      return 5 * d * d + 3 * d;  // covariance, factor, sums; the next two while a window closes
    case MetricKind::low_rank: {
      const double seen = 2 * 100;  // draws and gradients kept
      const double rank = std::min(seen, d);
      return 4 * seen * d + 2 * rank * d + 10 * rank * rank + 3 * d;
    }
  }
  return 0;
}

double trajectory_doubles(const HamiltonianSettings& s, double d) {
  if (s.trajectory == Trajectory::hmc) return (point + 1) * d;
  const double tree = 3 * point + 3 + 6 + 2 + 1;  // three points, sums of momenta, ends, samples, a gradient
  return (tree + 7 * s.max_depth) * d;
}

}  // namespace

double hamiltonian_bytes(const Model& model, const std::vector<NodeId>& members,
                         const HamiltonianSettings& settings) {
  double d = 0;
  for (NodeId p : members) d += model.node(p).size;
  return 8 * (2 * static_cast<double>(model.state_size()) + (6 + 2 * point) * d +
              trajectory_doubles(settings, d) + metric_doubles(settings.metric, d));
}

}  // namespace cggibbs
