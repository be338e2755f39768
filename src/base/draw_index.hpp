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

/// What replaces value `now`: with probability `elsewhere` another value is proposed in proportion to the others' weights (Liu 1996), else
/// any is drawn. Draws of the first kind leave the law as it is, and `now` more often than independent ones do; they alone would hop to and fro between two
/// values of equal weight.
inline std::size_t redraw_index(std::span<const double> log_weight, std::size_t now, double elsewhere,
                                Rng& rng) {
  if (log_weight.size() < 2 || rng.uniform() >= elsewhere) return draw_index(log_weight, rng);
  double top = -inf;
  for (double w : log_weight) top = std::max(top, w);
  const auto weight = [&](std::size_t i) { return std::exp(log_weight[i] - top); };
  double others = 0;
  for (std::size_t i = 0; i < log_weight.size(); ++i)
    if (i != now) others += weight(i);
  if (!(others > 0)) return now;
  double u = rng.uniform() * others;
  std::size_t next = now;
  for (std::size_t i = 0; i < log_weight.size(); ++i) {
    if (i == now || weight(i) == 0) continue;
    next = i;
    u -= weight(i);
    if (u <= 0) break;
  }
  return rng.uniform() * (others - weight(next) + weight(now)) < others ? next : now;
}

}  // namespace cggibbs
