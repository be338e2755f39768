// Row weights averaged over warmup.
#pragma once

#include <algorithm>
#include <vector>

#include "base/archive.hpp"
#include "base/special.hpp"

namespace cggibbs {

/// Early states are far from typical: the average restarts as warmup goes on.
class WeightAverage {
 public:
  explicit WeightAverage(std::size_t n) : mean_(n) {}
  void add(const std::vector<double>& now) {
    if (seen_ == 50 || seen_ == 200) std::fill(mean_.begin(), mean_.end(), 0.0);
    const std::size_t start = seen_ >= 200 ? 200 : seen_ >= 50 ? 50 : 0;
    const auto count = static_cast<double>(seen_ - start + 1);
    for (std::size_t i = 0; i < mean_.size(); ++i)
      if (now[i] < inf) mean_[i] += (now[i] - mean_[i]) / count;
    ++seen_;
  }
  std::size_t seen() const { return seen_; }
  const std::vector<double>& mean() const { return mean_; }
  /// For axes, which need some weight: ones where every row's is zero.
  const std::vector<double>& usable() {
    if (*std::max_element(mean_.begin(), mean_.end()) <= 0) std::fill(mean_.begin(), mean_.end(), 1.0);
    return mean_;
  }
  void save(Writer& w) const { w(mean_, seen_); }
  void load(Reader& r) { r(mean_, seen_); }

 private:
  std::vector<double> mean_;
  std::size_t seen_ = 0;
};

}  // namespace cggibbs
