// A chain in constant memory: for each stretch of time, a few draws that stand for all of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace cggibbs {

/// A mergeable sketch of quantiles (Agarwal et al. 2012; Karnin, Lang & Liberty 2016) per stretch of the chain.
///
/// Up to `exact_draws` draws all of them are kept, in order. Then stretches of equal length hold `block` sorted draws each,
/// and each of these stands for `weight` draws. When the room is full, neighbouring stretches merge: of their 2 x `block`
/// sorted draws, one of each pair of neighbours is kept by a fair coin, and the weight doubles. Such a merge changes the
/// rank of any x by at most the old weight, up or down with equal chances. A stretch in the making is merged from
/// blocks in the same way; beyond `levels` doublings its blocks begin with one draw at random out of each run of
/// successive ones.
///
/// The error of a share of draws <= x, taken from M stretches (all chains together), therefore has mean 0 and a standard deviation
/// of at most 0.87 / (block sqrt(M)): see sketch_error() in online.hpp. Coins depend on the draws alone, so the same draws give the
/// same sketch. Trivially copyable.
class TimeSketch {
 public:
  static constexpr std::size_t block = 16;
  static constexpr std::size_t most_stretches = 32;
  static constexpr unsigned levels = 4;
  static constexpr std::size_t exact_draws = block * most_stretches;
  using Block = std::array<double, block>;

  void add(double x);  ///< x must be finite

  bool exact() const { return log_weight_ == 0; }
  /// Draws that each value of a stretch stands for.
  double weight() const { return static_cast<double>(std::uint64_t{1} << log_weight_); }
  /// Complete ones.
  std::size_t stretches() const { return stretches_; }
  /// In the order of time while exact, sorted later.
  std::span<const double> stretch(std::size_t i) const { return stretch_[i]; }
  /// What came after the last complete stretch: use(value, weight), in the order of time while exact.
  template <class F>
  void open_stretch(F use) const {
    double w = static_cast<double>(run_length());
    for (std::size_t i = 0; i < arrived_; ++i) use(incoming_[i], w);
    for (unsigned level = 0; level < levels; ++level, w *= 2)
      if ((waiting_at_ >> level) & 1U)
        for (const double x : waiting_[level]) use(x, w);
  }

 private:
  std::uint64_t run_length() const {
    return log_weight_ <= levels ? 1 : std::uint64_t{1} << (log_weight_ - levels);
  }
  std::uint64_t coins();
  Block merged(const Block& a, const Block& b);
  void take(Block full);
  void close(Block full);
  void merge_neighbours();

  std::uint64_t coin_state_ = 0;
  std::uint64_t place_in_run_ = 0, kept_place_ = 0;
  double kept_ = 0;  ///< of the run of draws in hand
  std::uint32_t log_weight_ = 0;
  std::uint32_t arrived_ = 0;     ///< in incoming_
  std::uint32_t waiting_at_ = 0;  ///< one bit per level
  std::uint32_t stretches_ = 0;
  Block incoming_{};
  std::array<Block, levels> waiting_{};  ///< at level l a block of weight 2^l run lengths waits for its like
  std::array<Block, most_stretches> stretch_{};
};

}  // namespace cggibbs
