// A sketch of a distribution in a few markers, fed one draw at a time.
#pragma once

#include <array>
#include <cstddef>

namespace cggibbs {

/// The extended P-square algorithm (Jain & Chlamtac 1985; Raatikainen 1987): marker i holds an estimate of
/// the quantile at levels[i] and its rank among the draws so far; each draw moves markers by at most one
/// rank, along a parabola through their neighbours. Exact up to as many draws as markers. Meant for
/// continuous draws: among heavily tied ones, estimates fall between the values that occur.
class QuantileMarkers {
 public:
  static constexpr std::array<double, 17> levels{0,     0.01, 0.025, 0.05, 0.1,  0.175, 0.25, 0.375, 0.5,
                                                 0.625, 0.75, 0.825, 0.9,  0.95, 0.975, 0.99, 1};

  void add(double x);

  /// Estimated share of draws up to x, linear between markers; on the scale of type-7 quantiles, so 0 at the
  /// smallest draw and 1 at the largest.
  double level(double x) const;
  double min() const { return height_.front(); }
  double max() const { return height_[used() - 1]; }

 private:
  std::size_t used() const {
    return count_ < levels.size() ? static_cast<std::size_t>(count_) : levels.size();
  }
  void adjust(std::size_t i);

  double count_ = 0;  ///< draws so far: a double, like ranks, since it takes part in their arithmetic
  std::array<double, levels.size()> height_{};  ///< ascending
  std::array<double, levels.size()> rank_{};    ///< whole numbers, 1-based, strictly ascending
};

}  // namespace cggibbs
