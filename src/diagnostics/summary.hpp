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
};

inline constexpr double mad_to_sd = 1.4826;

/// Everything at once, for one sort and as few transforms as there are different effective sample sizes; each
/// member equals what the function of its name returns. All NaN when a draw is NaN.
Summary summarize(Chains x);

}  // namespace cggibbs
