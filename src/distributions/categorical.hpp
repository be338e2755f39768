// The categorical distribution on 1..K, by nonnegative weights that need not sum to one.
#pragma once

#include "distributions/event.hpp"

namespace cggibbs {

/// Categories count from 1, as in BUGS and R. Weights with a negative, NaN or infinite element, or with sum 0, are invalid.
struct Categorical {
  static constexpr std::string_view name = "categorical";
  static constexpr std::array<std::string_view, 2> arguments{"x", "p"};
  static constexpr std::array shapes{EventShape::number, EventShape::vector};
  static constexpr bool discrete = true;
  static constexpr EventSupport support{EventSupport::category, 1, 0};
  static double log_density(Event x, Event weights);
  static void add_slopes(Event x, Event weights, double weight, double* const* out);
  static void draw(Rng& rng, Event weights, std::span<double> x);
};

}  // namespace cggibbs
