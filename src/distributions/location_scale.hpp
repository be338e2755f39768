// What distributions of z = (x - mu) / sigma share.
#pragma once

#include "distributions/distribution.hpp"

namespace cggibbs {

/// log(1 + (d / s / t)^2), also where the quotient or its square overflows.
[[gnu::const]] inline double log1p_ratio_squared(double d, double s, double t = 1) {
  const double r = d / s / t;
  return std::abs(r) < 1e8 ? std::log1p(r * r) : 2 * (std::log(std::abs(d)) - std::log(s) - std::log(t));
}

/// Partials by (x, mu, sigma) of g(z) - log sigma, from the slope g' and curvature g'' at z.
inline Partials<3> location_scale_partials(double z, double sigma, double slope, double curvature) {
  const double c = curvature / square(sigma);
  // z * (z * curvature) rather than z * z * curvature: curvature vanishes where z * z overflows.
  return {{slope / sigma, -slope / sigma, -(1 + z * slope) / sigma},
          {c, c, (1 + 2 * z * slope + z * (z * curvature)) / square(sigma)}};
}

}  // namespace cggibbs
