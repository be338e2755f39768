// Labels of n draws from a Dirichlet process whose sticks have been integrated out.
#pragma once

#include "distributions/event.hpp"

namespace cggibbs {

/// z[i] says which atom draw i is. A partition into K clusters of n_k has probability alpha^K prod (n_k - 1)! / (alpha (alpha + 1) ...
/// (alpha + n - 1)); the clusters are called by K of the labels 1..n, every choice alike, so that all z have total probability 1.
/// Nothing is truncated: n draws cannot have more than n atoms.
struct ChineseRestaurant {
  static constexpr std::string_view name = "chinese_restaurant";
  static constexpr std::array<std::string_view, 2> arguments{"z", "alpha"};
  static constexpr std::array shapes{EventShape::vector, EventShape::number};
  static constexpr bool discrete = true;
  static constexpr EventSupport support{EventSupport::labels, 1};
  static double log_density(Event z, Event alpha);
  static void add_slopes(Event z, Event alpha, double weight, double* const* out);
};

}  // namespace cggibbs
