// One recorded quantity: its draws, or what online statistics have kept of them.
#pragma once

#include <cmath>

#include "diagnostics/chains.hpp"
#include "diagnostics/ess.hpp"
#include "diagnostics/online.hpp"
#include "diagnostics/rhat.hpp"
#include "diagnostics/summary.hpp"

namespace cggibbs {

class Quantity {
 public:
  /// How far it can be trusted: the smaller of bulk and tail effective sample size, R-hat, Monte Carlo error of its mean in
  /// units of the sd.
  struct Standing {
    double ess, rhat, mcse;
  };

  explicit Quantity(Chains draws) : draws_(draws) {}
  explicit Quantity(std::span<const OnlineSummary> chains) : online_(chains) {}

  /// Empty where there are online statistics only.
  Chains draws() const { return draws_; }
  /// `interval` as in summarize().
  Summary summary(double interval = 0) const {
    return online_.empty() ? summarize(draws_, interval) : combine(online_, interval);
  }
  double ess_of_squares() const {
    return online_.empty() ? ess_bulk(map_draws(draws_, [](double v) { return v * v; }))
                           : ess_bulk_of_squares(online_);
  }
  Standing standing(bool with_mcse) const {
    if (online_.empty())
      return {std::fmin(ess_bulk(draws_), ess_tail(draws_)), rhat(draws_),
              with_mcse ? 1 / std::sqrt(ess_mean(draws_)) : nan};
    const Summary s = combine(online_);
    return {std::fmin(s.ess_bulk, s.ess_tail), s.rhat, s.mcse_mean / s.sd};
  }

 private:
  Chains draws_;
  std::span<const OnlineSummary> online_;
};

}  // namespace cggibbs
