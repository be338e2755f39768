// Positive definite matrices: the Wishart distribution, and the scaled one of Huang and Wand (2013).
#pragma once

#include "distributions/event.hpp"

namespace cggibbs {

/// By the inverse R of the scale matrix: proportional to |x|^((k - p - 1) / 2) exp(-tr(R x) / 2), mean k R^-1. As for normal vectors,
/// lower triangles are read.
struct Wishart {
  static constexpr std::string_view name = "wishart";
  static constexpr std::array<std::string_view, 3> arguments{"x", "R", "k"};
  static constexpr std::array shapes{EventShape::matrix, EventShape::matrix, EventShape::number};
  static constexpr bool discrete = false;
  static constexpr EventSupport support{EventSupport::positive_definite};
  static double log_density(Event x, Event r, Event k);
  static void add_slopes(Event x, Event r, Event k, double weight, double* const* out);
  static void draw(Rng& rng, Event r, Event k, std::span<double> x);
};

/// A precision matrix whose standard deviations are half_student_t(df, s[i]); with df = 2 the correlations are uniform.
struct ScaledWishart {
  static constexpr std::string_view name = "scaled_wishart";
  static constexpr std::array<std::string_view, 3> arguments{"x", "s", "df"};
  static constexpr std::array shapes{EventShape::matrix, EventShape::vector, EventShape::number};
  static constexpr bool discrete = false;
  static constexpr EventSupport support{EventSupport::positive_definite};
  static double log_density(Event x, Event s, Event df);
  static void add_slopes(Event x, Event s, Event df, double weight, double* const* out);
  static void draw(Rng& rng, Event s, Event df, std::span<double> x);
};

}  // namespace cggibbs
