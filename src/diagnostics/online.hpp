// Summaries of draws that are not kept.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "diagnostics/quantile_markers.hpp"
#include "diagnostics/summary.hpp"

namespace cggibbs {

/// One scalar of one chain in constant memory (about 2.4 kB). Trivially copyable, so it can be saved as
/// bytes.
///
/// Draws are grouped in at most 128 batches of equal size; when all are full, neighbours merge and the size
/// doubles. Means and spreads of batches stand for the chain in what follows.
class OnlineSummary {
 public:
  static constexpr std::size_t max_batches = 128;

  void add(double x);
  std::uint64_t draws() const { return draws_; }

  friend Summary combine(std::span<const OnlineSummary> chains);

 private:
  struct Moments {
    double mean = 0;
    double m2 = 0;  ///< sum of squared deviations from the mean

    void add(double x, double count_with_x);
    /// Of two groups with n and m draws.
    static Moments merged(const Moments& a, double n, const Moments& b, double m);
  };

  void close_batch();
  Moments half(bool second) const;  ///< of the first or last closed / 2 batches

  std::uint64_t draws_ = 0;
  std::uint64_t batch_size_ = 1;
  std::uint64_t in_current_ = 0;
  std::uint64_t closed_ = 0;
  bool finite_ = true;
  Moments total_;
  Moments current_;
  std::array<Moments, max_batches> batches_{};
  QuantileMarkers markers_;
};

/// Summary of chains with equally many draws each. Exact: mean and sd. Estimated from batches: ess_bulk,
/// which is the ESS of the mean here (no ranks), mcse_mean, mcse_sd and rhat, which is the split R-hat of the
/// draws themselves (no ranks, no folding). While batches hold one draw (up to 128 draws) these equal
/// ess_mean, mcse_mean, mcse_sd and rhat_basic; later, an autocorrelation time as long as the chain is still
/// noticed, because batch means may be correlated. Estimated from markers: median, mad, q5, q95. Not known,
/// hence NaN: ess_tail and the errors of quantiles. All NaN once a draw is not finite.
Summary combine(std::span<const OnlineSummary> chains);

}  // namespace cggibbs
