// Noticing chains that have left for infinity.
#pragma once

#include <cggibbs/error.hpp>
#include <string>
#include <utility>

#include "graph/state.hpp"

namespace cggibbs {

/// The parameter that is farthest beyond all reason.
struct Runaway {
  /// Its name (or that of the output that it moves most, where it is none itself) and value.
  std::string words;
  double times = 0;  ///< its size in sizes of the data; 0 when none is beyond reason
  explicit operator bool() const { return times > 0; }
};

/// Beyond reason is what is not a number, and what exceeds 1e20, also when multiplied by the size of its column (the root
/// mean square of the entries of the design that it multiplies), by more than 1e20 times the size of the largest
/// observation.
Runaway find_runaway(const Model& model, const State& state);

struct ChainRanAway : Error {
  ChainRanAway(std::string what, const std::string& message) : Error(message), found(std::move(what)) {}
  std::string found;  ///< Runaway::words
};

/// Looks at one chain now and then. A draw from a heavy tail may be anywhere once, and comes back; a chain that is found
/// there twice in a row does not, unless it is in warmup and half as far as before: starts can be bad.
class RunawayWatch {
 public:
  /// Throws a ChainRanAway that names the parameter and says what to try.
  void look(const Model& model, const State& state, std::size_t sweeps, bool warming);

 private:
  double before_ = 0;
};

}  // namespace cggibbs
