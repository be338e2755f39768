// Doubts about a finished run in plain words: one list for the command line and for programs.
#pragma once

#include <string>
#include <vector>

#include "run/health.hpp"

namespace cggibbs {

/// What warnings are made from.
struct RunFacts {
  const std::vector<std::string>& names;
  std::size_t draws;  ///< per chain
  const Mixing& mixing;
  const RunHealth& health;
  std::string stopped_by = {};           ///< of a run with goals
  std::vector<std::string> missed = {};  ///< goals that were not reached
};

/// One sentence or two per doubt, with a remedy that names settings; empty when there is none.
std::vector<std::string> warnings(const RunFacts& run);

}  // namespace cggibbs
