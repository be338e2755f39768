// Stan's schedule of warmup: the step size alone, then windows of doubling length for the metric, then the step again.
#pragma once

#include <cstddef>

namespace cggibbs {

class Windows {
 public:
  explicit Windows(std::size_t warmup) {
    if (warmup < 20) {  // too short for any window
      first_ = last_ = warmup;
    } else if (warmup < 75 + 25 + 50) {
      first_ = warmup * 15 / 100;
      last_ = warmup - warmup / 10;
    } else {
      first_ = 75;
      last_ = warmup - 50;
    }
    size_ = warmup < 75 + 25 + 50 ? last_ - first_ : 25;
    end_ = first_ + size_;
    stretch();
  }

  /// Draw number t of warmup (from 0) feeds the estimate of the metric.
  bool collects(std::size_t t) const { return t >= first_ && t < last_; }
  /// Draw t is the last one before the first window.
  bool opens(std::size_t t) const { return t + 1 == first_ && first_ < last_; }
  /// True when draw t is the last one of a window; windows that would leave less than twice their own length
  /// until the final phase reach up to it.
  bool closes(std::size_t t) {
    if (!collects(t) || t + 1 != end_) return false;
    size_ *= 2;
    end_ += size_;
    stretch();
    return true;
  }

 private:
  void stretch() {
    if (end_ + 2 * size_ > last_) end_ = last_;
  }

  std::size_t first_ = 0, last_ = 0, size_ = 0, end_ = 0;
};

}  // namespace cggibbs
