// Points of a simplex.
#pragma once

#include "distributions/event.hpp"

namespace cggibbs {

/// A density of all elements but one; that they sum to one is the support's business.
struct Dirichlet {
  static constexpr std::string_view name = "dirichlet";
  static constexpr std::array<std::string_view, 2> arguments{"x", "alpha"};
  static constexpr std::array shapes{EventShape::vector, EventShape::vector};
  static constexpr bool discrete = false;
  static constexpr EventSupport support{EventSupport::simplex};
  static double log_density(Event x, Event alpha);
  static void add_slopes(Event x, Event alpha, double weight, double* const* out);
  static void draw(Rng& rng, Event alpha, std::span<double> x);
};

}  // namespace cggibbs
