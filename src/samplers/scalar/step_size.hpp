// Widths and step sizes that adapt in warmup and are then frozen.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace cggibbs {

/// The width of a slice interval. Later jumps count more (weight t), so that the way in from a poor start is
/// forgotten. For a normal conditional the mean jump is 1.13 sd; the width aims at about 2.8 sd, where
/// stepping out needs fewest evaluations (about five).
class SliceWidth {
 public:
  explicit SliceWidth(double initial) : width_(initial) {}
  double width() const { return width_; }
  void learn(double jump) {
    ++seen_;
    sum_ += static_cast<double>(seen_) * std::abs(jump);
    if (seen_ < first_use) return;
    const double mean = 2 * sum_ / (static_cast<double>(seen_) * static_cast<double>(seen_ + 1));
    if (mean > 0 && std::isfinite(mean)) width_ = 2.5 * mean;
  }

 private:
  static constexpr std::uint32_t first_use = 10;
  double width_;
  double sum_ = 0;
  std::uint32_t seen_ = 0;
};

/// The step of a random walk: Robbins-Monro towards the acceptance that is best in one dimension.
class WalkStep {
 public:
  explicit WalkStep(double initial) : log_step_(std::log(initial)) {}
  double step() const { return std::exp(log_step_); }
  void learn(double acceptance) {
    ++seen_;
    log_step_ += (acceptance - 0.44) * std::min(1.0, 5.0 / std::pow(static_cast<double>(seen_), 0.6));
  }

 private:
  double log_step_;
  std::uint32_t seen_ = 0;
};

}  // namespace cggibbs
