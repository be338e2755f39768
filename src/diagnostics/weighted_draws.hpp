// Chains known by draws that stand for several each: ranks, quantiles, and what follows from them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "diagnostics/chains.hpp"
#include "diagnostics/time_sketch.hpp"

namespace cggibbs {

/// The sketches of several chains, of about equal length, as one sorted sample with weights. Chains are cut into
/// batches (complete stretches of the sketches) and into halves.
class WeightedDraws {
 public:
  explicit WeightedDraws(std::span<const TimeSketch* const> chains);

  /// The draw at position (S - 1) p of S draws in ascending order.
  double quantile(double p) const;

  /// f(value) for every draw: sorted again, weights and places kept.
  template <class F>
  WeightedDraws mapped(F f) const {
    WeightedDraws out = *this;
    for (auto& d : out.draws_) d.value = f(d.value);
    out.sort();
    return out;
  }

  /// Normal scores of weighted ranks, as rank_normalize() has them.
  std::vector<double> scores() const;

  /// Split R-hat and effective sample size of one number per draw, such as scores().
  double rhat(std::span<const double> x) const;
  double ess(std::span<const double> x) const;

 private:
  struct Draw {
    double value, weight;
    std::uint32_t chain, batch;
  };
  void sort();
  std::size_t half(const Draw& d) const { return 2 * d.chain + (d.batch >= middle_[d.chain] ? 1 : 0); }

  std::vector<std::size_t> middle_;  ///< by chain: the first batch of its second half
  std::size_t batches_ = 0;          ///< complete ones that every chain has
  double batch_ = 0;                 ///< draws in one
  double total_ = 0;                 ///< sum of weights
  std::vector<Draw> draws_;          ///< ascending
};

/// Effective sample size from means of equal batches in the order of time; `spread` is the variance of single draws. Batches
/// whose neighbours are correlated are taken in pairs until they are not, or until chains are whole (Flyvbjerg & Petersen
/// 1989): so an autocorrelation time as long as a chain, or chains that disagree, are noticed. NaN when means are equal.
double ess_of_batches(Chains means, double spread);

}  // namespace cggibbs
