// What can be said about the sweeps of a chain before they are made.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "samplers/hamiltonian/hamiltonian_settings.hpp"
#include "samplers/scalar/slice.hpp"

namespace cggibbs {

enum class Scan { dugs, rsgs, rpgs };
inline std::string_view name(Scan scan) {
  return scan == Scan::dugs ? "dugs" : scan == Scan::rsgs ? "rsgs" : "rpgs";
}

/// Moves one continuous coordinate that no block has taken: slices, mirror steps with a slice now and then, Metropolis steps.
enum class ScalarKernel { slice, mirror, random_walk };

/// The sampler of one parameter by name.
struct Assigned {
  std::string parameter;
  std::string sampler;
};

struct GibbsSettings {
  std::string sampler =
      "slice";  ///< a row of samplers/choose/registry.hpp; whole numbers are always drawn exactly
  SliceRule slice;
  double width = 1;   ///< first width or step
  bool adapt = true;  ///< learn widths in warmup
  Scan scan = Scan::dugs;
  bool naive = false;
  std::vector<Assigned> assigned = {};   ///< exceptions to `sampler`
  HamiltonianSettings hamiltonian = {};  ///< for parameters given to samplers with trajectories
};

}  // namespace cggibbs
