// What a table of results says about one scalar.
#pragma once

#include "base/special.hpp"
#include "diagnostics/chains.hpp"

namespace cggibbs {

struct Summary {
  double mean = nan;
  double median = nan;
  double sd = nan;
  double mad = nan;  ///< median distance to the median, times 1.4826 (the sd, if the draws are normal)
  double q5 = nan;
  double q95 = nan;
  double rhat = nan;
  double ess_bulk = nan;
  double ess_tail = nan;
  double mcse_mean = nan;
  double mcse_median = nan;
  double mcse_sd = nan;
  double mcse_q5 = nan;
  double mcse_q95 = nan;
  double low = nan, high = nan;  ///< ends of the central interval that was asked for
};

inline constexpr double mad_to_sd = 1.4826;

/// Everything at once, for one sort and as few transforms as there are different effective sample sizes; each
/// member equals what the function of its name returns. All NaN when a draw is NaN. `interval` is a percentage: 95 puts the
/// 2.5% and 97.5% quantiles into low and high.
Summary summarize(Chains x, double interval = 0);

/// What is below a central interval of so many percent, as a share.
constexpr double share_below(double interval) {
  return (100 - interval) / 200;
}

}  // namespace cggibbs
