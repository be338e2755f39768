// The pseudo-distribution whose log density is its variate: a term that the user computed.
#pragma once

#include "distributions/distribution.hpp"

namespace cggibbs {

struct Increment {
  static constexpr std::string_view name = "increment";
  static constexpr std::array<std::string_view, 1> arguments{"x"};
  static constexpr int location = 0;
  static constexpr bool discrete = false;
  static double log_density(double x) { return x; }
  static double location_part(double x) { return x; }
  static Partials<1> partials(double) { return {{1.0}, {0.0}}; }
  static Support support() { return {}; }
  static double draw(Rng&) { return nan; }  // it has no law of its own
};

}  // namespace cggibbs
