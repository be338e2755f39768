// Drawing one of finitely many values from the logarithms of their weights.
#pragma once

#include <cmath>
#include <span>

#include "base/rng.hpp"
#include "base/special.hpp"

namespace cggibbs {

/// log_weight[i] belongs to the value lower + i; -inf entries have probability zero, at least one is finite.
inline std::size_t draw_index(std::span<const double> log_weight, Rng& rng) {
  double top = -inf;
  for (double w : log_weight) top = std::max(top, w);
  double total = 0;
  for (double w : log_weight) total += std::exp(w - top);
  double u = rng.uniform() * total;
  std::size_t last = 0;
  for (std::size_t i = 0; i < log_weight.size(); ++i) {
    const double p = std::exp(log_weight[i] - top);
    if (p == 0) continue;
    last = i;
    u -= p;
    if (u <= 0) return i;
  }
  return last;  // rounding left a crumb of u
}

}  // namespace cggibbs
