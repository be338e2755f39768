// Noticing chains that have left for infinity.
#pragma once

#include <cggibbs/error.hpp>
#include <string>
#include <utility>

#include "graph/state.hpp"

namespace cggibbs {

/// Which parameter (or the output that it moves most, where it is no output itself) is beyond all reason, and by how much, in words; empty when none is. Beyond reason is what is not a
/// number, and what exceeds 1e20, also when multiplied by the size of its column (the root mean square of the entries
/// of the design that it multiplies), by more than 1e20 times the size of the largest observation.
std::string runaway(const Model& model, const State& state);

struct ChainRanAway : Error {
  ChainRanAway(std::string what, const std::string& message) : Error(message), found(std::move(what)) {}
  std::string found;  ///< as runaway() says it
};

/// Looks at one chain now and then. A draw from a heavy tail may be anywhere once, and comes back; a chain that is found
/// there twice in a row does not.
class RunawayWatch {
 public:
  /// Throws a ChainRanAway that names the parameter and says what to try.
  void look(const Model& model, const State& state, std::size_t sweeps);

 private:
  bool before_ = false;
};

}  // namespace cggibbs
