// Student's t distribution of vectors.
#pragma once

#include "distributions/event.hpp"

namespace cggibbs {

/// By location, precision (the inverse of its scale matrix, which is read in the lower triangle) and degrees of freedom.
struct MultiStudentTPrecision {
  static constexpr std::string_view name = "multi_student_t_precision";
  static constexpr std::array<std::string_view, 4> arguments{"x", "mu", "precision", "nu"};
  static constexpr std::array shapes{EventShape::vector, EventShape::vector, EventShape::matrix,
                                     EventShape::number};
  static constexpr bool discrete = false;
  static constexpr EventSupport support{EventSupport::reals};
  static double log_density(Event x, Event mu, Event precision, Event nu);
  static void add_slopes(Event x, Event mu, Event precision, Event nu, double weight, double* const* out);
  static void draw(Rng& rng, Event mu, Event precision, Event nu, std::span<double> x);
};

}  // namespace cggibbs
