// What became of a sampler that `auto` could have chosen.
#pragma once

#include <string>

namespace cggibbs {

struct Outcome {
  enum class Kind {
    open,          ///< nothing has been decided
    refused,       ///< before any pilot; the detail says why
    hopeless,      ///< by sizes
    unaffordable,  ///< likewise, for a pilot
    failed,        ///< the detail is the error
    still,         ///< its draws do not vary
    cut_short,     ///< by the budget
    diverged,
    behind,
    too_dear,     ///< its sweeps
    dear_warmup,  ///< than a whole chain of the best
    given_up,     ///< in warmup
    disagrees,    ///< the detail says with whom
    chosen
  };
  Kind kind = Kind::open;
  std::string detail = {};

  bool is(Kind k) const { return kind == k; }
  /// For users: a few words; empty while open.
  std::string words() const;
};

}  // namespace cggibbs
