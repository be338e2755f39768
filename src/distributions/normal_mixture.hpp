// Mixtures of normal distributions.
#pragma once

#include "distributions/event.hpp"

namespace cggibbs {

/// Weights need not sum to 1.
struct NormalMixture {
  static constexpr std::string_view name = "normal_mixture";
  static constexpr std::array<std::string_view, 4> arguments{"x", "mu", "sigma", "p"};
  static constexpr std::array shapes{EventShape::number, EventShape::vector, EventShape::vector,
                                     EventShape::vector};
  static constexpr bool discrete = false;
  static constexpr EventSupport support{EventSupport::reals};
  static double log_density(Event x, Event mu, Event sigma, Event p);
  static void add_slopes(Event x, Event mu, Event sigma, Event p, double weight, double* const* out);
  static void draw(Rng& rng, Event mu, Event sigma, Event p, std::span<double> x);
};

}  // namespace cggibbs
