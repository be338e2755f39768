// The energy Bayesian fraction of missing information (Betancourt 2016), one energy at a time.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>

namespace cggibbs {

/// sum (E[t] - E[t-1])^2 / sum (E[t] - mean)^2. Small when momenta change the energy too little per draw to reach
/// the tails; below 0.3 is a warning.
class Ebfmi {
 public:
  void add(double energy) {
    if (count_ > 0) jumps_ += (energy - last_) * (energy - last_);
    last_ = energy;
    ++count_;
    const double before = energy - mean_;
    mean_ += before / static_cast<double>(count_);
    squares_ += before * (energy - mean_);
  }
  /// NaN for fewer than three energies.
  double value() const {
    return count_ < 3 || !(squares_ > 0) ? std::numeric_limits<double>::quiet_NaN() : jumps_ / squares_;
  }

 private:
  std::size_t count_ = 0;
  double last_ = 0, mean_ = 0, squares_ = 0, jumps_ = 0;
};

}  // namespace cggibbs
