// The least trustworthy of many scalars.
#pragma once

#include <cmath>
#include <cstddef>

#include "diagnostics/summary.hpp"

namespace cggibbs {

/// Runs over scalars one at a time. Undefined values (constant scalars, too few draws) do not compete, but
/// are counted: a run in which they are many has told less than min_ess suggests.
struct Worst {
  double min_ess = inf;
  double max_rhat = -inf;
  std::size_t min_ess_index = 0;
  std::size_t max_rhat_index = 0;
  std::size_t undefined = 0;  ///< scalars whose ESS or R-hat is NaN

  void add(std::size_t index, double ess, double rhat) {
    if (ess < min_ess) {
      min_ess = ess;
      min_ess_index = index;
    }
    if (rhat > max_rhat) {
      max_rhat = rhat;
      max_rhat_index = index;
    }
    if (std::isnan(ess) || std::isnan(rhat)) ++undefined;
  }

  /// By the smaller of ess_bulk and ess_tail, or the one that is known.
  void add(std::size_t index, const Summary& s) { add(index, std::fmin(s.ess_bulk, s.ess_tail), s.rhat); }
};

}  // namespace cggibbs
