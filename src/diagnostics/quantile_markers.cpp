// P-square updates for several quantiles at once.
#include "diagnostics/quantile_markers.hpp"

#include <algorithm>

namespace cggibbs {

void QuantileMarkers::add(double x) {
  constexpr std::size_t markers = levels.size();
  if (const std::size_t n = used(); n < markers) {
    const auto end = height_.begin() + static_cast<std::ptrdiff_t>(n);
    const auto at = std::upper_bound(height_.begin(), end, x);
    std::move_backward(at, end, end + 1);
    *at = x;
    rank_[n] = static_cast<double>(n + 1);
    ++count_;
    return;
  }
  height_.front() = std::min(height_.front(), x);
  height_.back() = std::max(height_.back(), x);
  ++count_;
  // Every marker above the draw moves up one rank; the top one does in any case.
  for (std::size_t i = markers - 1; i > 0 && (i == markers - 1 || height_[i] > x); --i) ++rank_[i];
  for (std::size_t i = 1; i + 1 < markers; ++i) adjust(i);
}

void QuantileMarkers::adjust(std::size_t i) {
  const double wanted = 1 + (count_ - 1) * levels[i];
  const double up = rank_[i + 1] - rank_[i];
  const double down = rank_[i] - rank_[i - 1];
  const double behind = wanted - rank_[i];
  const bool rises = behind >= 1 && up > 1;
  const bool falls = behind <= -1 && down > 1;
  if (!rises && !falls) return;
  const double step = rises ? 1 : -1;
  const double slope_up = (height_[i + 1] - height_[i]) / up;
  const double slope_down = (height_[i] - height_[i - 1]) / down;
  const double parabola =
      height_[i] + step / (up + down) * ((down + step) * slope_up + (up - step) * slope_down);
  const bool between = height_[i - 1] < parabola && parabola < height_[i + 1];
  height_[i] = between ? parabola : height_[i] + step * (rises ? slope_up : slope_down);
  rank_[i] += step;
}

double QuantileMarkers::level(double x) const {
  const auto begin = height_.begin();
  const auto above = std::upper_bound(begin, begin + static_cast<std::ptrdiff_t>(used()), x);
  const auto i = static_cast<std::size_t>(above - begin);
  if (i == 0) return 0;
  if (i == used()) return 1;
  const double share = (x - height_[i - 1]) / (height_[i] - height_[i - 1]);
  return (rank_[i - 1] - 1 + share * (rank_[i] - rank_[i - 1])) / (count_ - 1);
}

}  // namespace cggibbs
