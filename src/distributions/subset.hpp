// Subsets of k out of n, drawn without replacement.
#pragma once

#include "distributions/event.hpp"

namespace cggibbs {

/// x is 1 for the members of the subset and 0 for the others; a subset of size k has a probability proportional to the product of
/// its members' weights.
struct Subset {
  static constexpr std::string_view name = "subset";
  static constexpr std::array<std::string_view, 3> arguments{"x", "p", "k"};
  static constexpr std::array shapes{EventShape::vector, EventShape::vector, EventShape::number};
  static constexpr bool discrete = true;
  static constexpr EventSupport support{EventSupport::counts};
  static double log_density(Event x, Event p, Event k);
  static void add_slopes(Event x, Event p, Event k, double weight, double* const* out);
  static void draw(Rng& rng, Event p, Event k, std::span<double> x);
};

}  // namespace cggibbs
