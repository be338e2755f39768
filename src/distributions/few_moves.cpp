// Moves that scale the means of rows.
#include "distributions/few_moves.hpp"

namespace cggibbs {

bool move_masses(const FewMoves& w, double sign, std::size_t count, const double* deltas, double* out) {
  // Means below exp(-708) were taken for that: they must not come into sight.
  if (!(w.farthest(count, deltas) <= 600)) return false;
  for (std::size_t c = 0; c < w.x.count; ++c)
    if (!std::isfinite(w.mass[c])) return false;
  for (std::size_t k = 0; k < count; ++k) {
    out[k] = w.slope * deltas[k];
    for (std::size_t c = 0; c < w.x.count; ++c)
      out[k] -= w.mass[c] * std::expm1(sign * deltas[k] * w.x.values[c]);
  }
  return true;
}

}  // namespace cggibbs
