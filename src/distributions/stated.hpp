// What is stated exactly: a rounded number and a total. There is no chance in them, so their log densities are 0 or -inf.
#pragma once

#include "distributions/event.hpp"

namespace cggibbs {

/// x is t rounded to so many decimal digits (a negative number of them: to tens, hundreds, ...). It bounds t where x is known.
struct Rounded {
  static constexpr std::string_view name = "rounded";
  static constexpr std::array<std::string_view, 3> arguments{"x", "t", "digits"};
  static constexpr std::array shapes{EventShape::number, EventShape::number, EventShape::number};
  static constexpr bool discrete = false;
  static constexpr EventSupport support{EventSupport::reals};
  static double log_density(Event x, Event t, Event digits);
  static void add_slopes(Event, Event, Event, double, double* const*) {}
  static void draw(Rng& rng, Event t, Event digits, std::span<double> x);
};

/// x is the sum of the terms, up to rounding errors.
struct Total {
  static constexpr std::string_view name = "total";
  static constexpr std::array<std::string_view, 2> arguments{"x", "terms"};
  static constexpr std::array shapes{EventShape::number, EventShape::vector};
  static constexpr bool discrete = false;
  static constexpr EventSupport support{EventSupport::reals};
  static double log_density(Event x, Event terms);
  static void add_slopes(Event, Event, double, double* const*) {}
  static void draw(Rng& rng, Event terms, std::span<double> x);
};

}  // namespace cggibbs
