// Arrays counted as nuts.hpp, hmc.hpp, hamiltonian_block.cpp and the metrics make them.
#include "samplers/hamiltonian/hamiltonian_bytes.hpp"

#include <algorithm>

#include "samplers/choose/factory.hpp"

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

double trajectory_doubles(Kernel kernel, int max_depth, double d) {
  if (kernel == Kernel::hmc) return (point + 1) * d;
  const double tree = 3 * point + 3 + 6 + 2 + 1;  // three points, sums of momenta, ends, samples, a gradient
  return (tree + 7 * max_depth) * d;
}

}  // namespace

double hamiltonian_bytes(const Model& model, const GibbsSettings& settings) {
  const auto kernels = assign_kernels(model, settings);
  double total = 0;
  for (const Kernel kernel : {Kernel::nuts, Kernel::hmc}) {
    double d = 0;
    for (std::size_t i = 0; i < kernels.size(); ++i)
      if (kernels[i] == kernel) d += model.node(model.parameters()[i]).size;
    if (d == 0) continue;
    total += 2 * static_cast<double>(model.state_size()) + (2 + 2 * point) * d +
             trajectory_doubles(kernel, settings.hamiltonian.max_depth, d) +
             metric_doubles(settings.hamiltonian.metric, d);
  }
  return 8 * total;
}

}  // namespace cggibbs
