// Normal vectors, by covariance, precision or the lower Cholesky factor of the covariance.
#pragma once

#include "distributions/event.hpp"

namespace cggibbs {

/// Of the matrix the lower triangle is read. Matrices that are not positive definite have no density.
struct MultiNormal {
  static constexpr std::string_view name = "multi_normal";
  static constexpr std::array<std::string_view, 3> arguments{"x", "mu", "covariance"};
  static constexpr std::array shapes{EventShape::vector, EventShape::vector, EventShape::matrix};
  static constexpr bool discrete = false;
  static constexpr EventSupport support{EventSupport::reals};
  static double log_density(Event x, Event mu, Event covariance);
  static void add_slopes(Event x, Event mu, Event covariance, double weight, double* const* out);
  static void draw(Rng& rng, Event mu, Event covariance, std::span<double> x);
};

struct MultiNormalPrecision {
  static constexpr std::string_view name = "multi_normal_precision";
  static constexpr std::array<std::string_view, 3> arguments{"x", "mu", "precision"};
  static constexpr std::array shapes = MultiNormal::shapes;
  static constexpr bool discrete = false;
  static constexpr EventSupport support{EventSupport::reals};
  static double log_density(Event x, Event mu, Event precision);
  static void add_slopes(Event x, Event mu, Event precision, double weight, double* const* out);
  static void draw(Rng& rng, Event mu, Event precision, std::span<double> x);
};

/// A factor whose diagonal has NaN is that of a matrix that has none: no density.
struct MultiNormalCholesky {
  static constexpr std::string_view name = "multi_normal_cholesky";
  static constexpr std::array<std::string_view, 3> arguments{"x", "mu", "factor"};
  static constexpr std::array shapes = MultiNormal::shapes;
  static constexpr bool discrete = false;
  static constexpr EventSupport support{EventSupport::reals};
  static double log_density(Event x, Event mu, Event factor);
  static void add_slopes(Event x, Event mu, Event factor, double weight, double* const* out);
  static void draw(Rng& rng, Event mu, Event factor, std::span<double> x);
};

}  // namespace cggibbs
