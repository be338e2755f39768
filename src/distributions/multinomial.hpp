// Counts of K categories, by nonnegative weights that need not sum to one.
#pragma once

#include "distributions/event.hpp"

namespace cggibbs {

/// The number of trials is the sum of the counts.
struct Multinomial {
  static constexpr std::string_view name = "multinomial";
  static constexpr std::array<std::string_view, 2> arguments{"x", "p"};
  static constexpr std::array shapes{EventShape::vector, EventShape::vector};
  static constexpr bool discrete = true;
  static constexpr EventSupport support{EventSupport::counts};
  static double log_density(Event x, Event weights);
  static void add_slopes(Event x, Event weights, double weight, double* const* out);
  static void draw(Rng& rng, double trials, Event weights, std::span<double> x);
};

}  // namespace cggibbs
