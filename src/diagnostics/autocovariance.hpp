// The autocovariance function averaged over chains, lag by lag.
#pragma once

#include <cstddef>
#include <vector>

#include "diagnostics/chains.hpp"

namespace cggibbs {

/// Biased estimates, sum_i (x_i - mean)(x_{i+t} - mean) / n, each chain about its own mean. The first lags
/// are summed directly, which is all that a chain mixing well needs; asking for a later one transforms all
/// chains.
class MeanAutocovariance {
 public:
  /// Lags below this are summed directly: about where so many sums cost as much as the transforms.
  static constexpr std::size_t direct_lags = 24;

  explicit MeanAutocovariance(Chains x, std::size_t direct = direct_lags);

  double operator()(std::size_t lag);
  const std::vector<double>& chain_means() const { return means_; }

 private:
  double directly(std::size_t lag) const;
  void transform();

  std::size_t length_;
  std::size_t direct_;
  std::vector<double> means_;
  Draws centered_;
  std::vector<double> all_lags_;  ///< empty until a late lag is asked for
};

}  // namespace cggibbs
