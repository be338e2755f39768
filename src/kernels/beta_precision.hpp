// What the rows of a beta likelihood share: numbers that depend on its precision alone.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/gamma_functions.hpp"
#include "base/special.hpp"

namespace cggibbs::kernels {

/// With c = phi + 10, a = phi mu, b = phi (1 - mu) and Stirling's rest R,
///   -log B(a, b) = constant - (a + 4.5) log((a + 5) / c) - (b + 4.5) log((b + 5) / c) - R(a + 5) - R(b + 5)
///                  + log(mu (1 - mu)) + log((a + 1) ... (a + 4) (b + 1) ... (b + 4) / c^8):
/// logarithms of ratios stay small where phi is large, and gamma functions would cancel.
struct Precision {
  double phi;
  double unit;   ///< 1 / c
  double small;  ///< the same, but large enough that eight of it have a product
  double constant;
  double by_phi;  ///< what rows share of the derivative: digamma(phi) + 2 / phi - log c

  explicit Precision(double precision)
      : phi(std::min(precision, std::numeric_limits<double>::max())),
        unit(1 / (phi + 10)),
        small(std::max(unit, 1e-36)) {
    double product = 1;
    for (int k = 1; k < 10; ++k) product *= (phi + k) * unit;
    constant = 0.5 * (std::log(phi + 10) - log_two_pi) + stirling_remainder(phi + 10) - std::log(product) +
               std::log(phi * unit);
    by_phi = digamma(phi + 1) + 1 / phi - std::log(phi + 10);
    if (precision > phi) constant = -inf;
  }
};

}  // namespace cggibbs::kernels
