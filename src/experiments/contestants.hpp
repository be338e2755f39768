// The samplers of experiments: ours by settings, others by the program that runs them.
#pragma once

#include <cggibbs/sample.hpp>
#include <span>
#include <string>

#include "figures/picture.hpp"

namespace cggibbs {

struct Contestant {
  const char* name;
  const char* label;  ///< in legends
  Colour colour;
  const char* peer = "";         ///< the other program that it is: stan, jags; empty: ours
  SampleSettings settings = {};  ///< of ours
  bool any_form = false;         ///< may run on rotated coordinates, as `auto` does
};

std::span<const Contestant> contestants();
const Contestant& contestant(const std::string& name);

}  // namespace cggibbs
