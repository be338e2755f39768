// Validity of arguments, and the answers given for invalid ones.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/special.hpp"

namespace cggibbs {

inline bool positive(double x) {
  return x > 0 && x < inf;
}

inline bool is_probability(double p) {
  return p >= 0 && p <= 1;
}

inline bool in_open_unit(double x) {
  return x > 0 && x < 1;
}

/// 0, 1, 2, ...
inline bool is_count(double x) {
  return x >= 0 && x < inf && x == std::floor(x);
}

/// The log density of what cannot be: -inf, or NaN when one of the arguments is NaN.
inline double no_density(auto... arguments) {
  return (std::isnan(arguments) || ...) ? nan : -inf;
}

/// k * log_p with 0 * inf = 0: what did not happen costs nothing, however unlikely it was.
inline double times(double k, double log_p) {
  return k == 0 && std::isinf(log_p) ? 0 : k * log_p;
}

/// Draws that underflow or overflow stay inside an open support.
inline double into_positive(double x) {
  return std::clamp(x, std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max());
}
inline double into_open_unit(double x) {
  return std::clamp(x, std::numeric_limits<double>::denorm_min(), 1 - 0x1p-53);
}
inline double into_finite(double x) {
  return std::clamp(x, std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max());
}

}  // namespace cggibbs
