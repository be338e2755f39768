// Summaries of draws that are not kept.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "diagnostics/summary.hpp"
#include "diagnostics/time_sketch.hpp"

namespace cggibbs {

/// One scalar of one chain in constant memory (5.4 kB). Trivially copyable, so it can be saved as bytes.
///
/// Moments are exact. For errors of means, draws are also grouped in at most 32 batches of equal size; when all are full,
/// neighbours merge and the size doubles. Whatever depends on ranks comes from a TimeSketch.
class OnlineSummary {
 public:
  static constexpr std::size_t max_batches = 32;

  void add(double x);
  std::uint64_t draws() const { return draws_; }

  friend struct OnlineChains;

 private:
  struct Moments {
    double mean = 0;
    double m2 = 0;  ///< sum of squared deviations from the mean

    void add(double x, double count_with_x);
    /// Of two groups with n and m draws.
    static Moments merged(const Moments& a, double n, const Moments& b, double m);
  };

  void close_batch();

  std::uint64_t draws_ = 0;
  std::uint64_t batch_size_ = 1;
  std::uint64_t in_current_ = 0;
  std::uint64_t closed_ = 0;
  bool finite_ = true;
  Moments total_;
  Moments current_;
  std::array<Moments, max_batches> batches_{};
  TimeSketch sketch_;
};

/// Summary of chains that have equally many draws, or nearly so. Its members are those of summarize(), and equal to them while sketches are
/// exact (up to 512 draws per chain). Afterwards
/// - mean and sd are exact;
/// - median, mad, q5, q95, low and high are draws whose ranks are off by sketch_error() at most (standard deviation);
/// - rhat is that of scores of sketched ranks, off by 0.001 where it is near 1;
/// - ess_bulk, mcse_mean and mcse_sd come from 64 means of batches or more (four chains), so they are right to 30%, 15% and 15%
///   (standard deviation). The sketch's noise counts as the chain's: an ess_bulk beyond 10,000 comes out too low. Where chains
///   disagree or drift, ess_bulk is right to a factor of three.
/// - ess_tail and errors of quantiles are not known, hence NaN.
/// All NaN once a draw is not finite.
Summary combine(std::span<const OnlineSummary> chains, double interval = 0);

/// The bulk ESS of the squares, likewise.
double ess_bulk_of_squares(std::span<const OnlineSummary> chains);

/// What combine() calls q5 has a share of 0.05 of the draws below it, give or take this standard deviation at most; other
/// quantiles likewise.
double sketch_error(std::size_t chains);

}  // namespace cggibbs
