// The rows of the families, and what several of them share.
#pragma once

#include <cmath>

#include "base/special.hpp"
#include "models/family.hpp"

namespace cggibbs {

extern const FamilyRow gaussian_family, student_t_family, bernoulli_family, binomial_family, poisson_family,
    negative_binomial_family, gamma_family, beta_family;

namespace family_parts {

inline const char* any_number(double) {
  return nullptr;
}

inline const char* whole_number(double y) {
  if (y < 0) return "must not be negative";
  return y == std::floor(y) ? nullptr : "must be a whole number";
}

/// x log(x / m), continuous at x = 0.
inline double x_log_ratio(double x, double m) {
  return x > 0 ? x * std::log(x / m) : 0.0;
}

/// Of shares.
inline double share_variance(double mu) {
  return mu * (1 - mu);
}
inline double share_deviance(double y, double mu) {
  return 2 * (x_log_ratio(y, mu) + x_log_ratio(1 - y, 1 - mu));
}

inline double constant_variance(double) {
  return 1;
}
inline double squared_error(double y, double mu) {
  return square(y - mu);
}

}  // namespace family_parts
}  // namespace cggibbs
