// The coordinates that samplers move.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "base/special.hpp"

namespace cggibbs {

enum class SupportKind { real, positive, bounded, integer, ordered };

struct ParameterNode {
  SupportKind support = SupportKind::real;
  double lower = -inf;
  double upper = inf;
  std::vector<double> init;  ///< where chains start; empty: at random over the support
  /// Half-width of the uniform noise around init, on the scale without bounds (a factor exp(noise) when positive).
  std::vector<double> spread;
  std::vector<std::size_t> shape = {};  ///< empty: a vector. Elements are stored with the last index fastest.
  /// Its support is all that the distribution it is drawn from gives: see take_forward().
  bool whole = false;
};

/// Bounded on one side only: u goes to lower + exp(u), or to upper - exp(-u).
inline bool has_one_bound(const ParameterNode& p) {
  return p.support == SupportKind::bounded && (p.upper == inf || p.lower == -inf);
}

/// Whether an element may have this value. Intervals are open: on a bound, no map to the real line has a way back.
inline bool in_support(const ParameterNode& p, double x) {
  if (p.support == SupportKind::integer) return x >= p.lower && x <= p.upper && x == std::floor(x);
  return x > p.lower && x < p.upper;
}

}  // namespace cggibbs
