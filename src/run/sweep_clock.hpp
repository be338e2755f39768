// Processor time of sweeps, without reading the clock around every one where they are short.
#pragma once

#include <cstddef>
#include <ctime>

namespace cggibbs {

/// Processor time of this thread: unlike the clock on the wall it does not count other chains' turns.
inline double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// Reading that clock is a system call, which takes as long as a short sweep does: of these some are timed, and each stands for
/// those since the last.
class SweepClock {
 public:
  void start() {
    if (++since_ == stride_) begin_ = thread_seconds();
  }
  /// Seconds to be added to the total.
  double stop() {
    if (since_ < stride_) return 0;
    since_ = 0;
    const double seconds = thread_seconds() - begin_, all = seconds * static_cast<double>(stride_);
    stride_ = seconds < short_sweep ? most : 1;
    return all;
  }

 private:
  static constexpr double short_sweep = 2e-5;
  /// Prime, so that what is done in every fourth or hundredth sweep is timed as often as it is done.
  static constexpr std::size_t most = 31;
  std::size_t stride_ = 1, since_ = 0;
  double begin_ = 0;
};

}  // namespace cggibbs
