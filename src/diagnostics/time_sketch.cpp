// Blocks of draws that merge in pairs, like the digits of a binary counter.
#include "diagnostics/time_sketch.hpp"

#include <algorithm>
#include <bit>

namespace cggibbs {

static_assert(TimeSketch::block <= 64, "one word holds the coins of a merge");
static_assert(TimeSketch::most_stretches % 2 == 0, "neighbours merge in pairs");

/// SplitMix64 (Steele, Lea & Flood 2014).
std::uint64_t TimeSketch::coins() {
  std::uint64_t z = coin_state_ += 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

void TimeSketch::add(double x) {
  if (log_weight_ == 0) coin_state_ = 31 * coin_state_ + std::bit_cast<std::uint64_t>(x);
  if (const std::uint64_t run = run_length(); run > 1) {
    if (place_in_run_ == 0) kept_place_ = coins() & (run - 1);
    if (place_in_run_ == kept_place_) kept_ = x;
    if (++place_in_run_ < run) return;
    place_in_run_ = 0;
    x = kept_;
  }
  incoming_[arrived_++] = x;
  if (arrived_ < block) return;
  arrived_ = 0;
  if (exact()) return close(incoming_);
  std::sort(incoming_.begin(), incoming_.end());
  take(incoming_);
}

TimeSketch::Block TimeSketch::merged(const Block& a, const Block& b) {
  std::array<double, 2 * block> both;
  std::merge(a.begin(), a.end(), b.begin(), b.end(), both.begin());
  const std::uint64_t coin = coins();
  Block out;
  for (std::size_t i = 0; i < block; ++i) out[i] = both[2 * i + ((coin >> i) & 1U)];
  return out;
}

void TimeSketch::take(Block full) {
  const unsigned top = std::min<unsigned>(log_weight_, levels);
  unsigned level = 0;
  for (; level < top && ((waiting_at_ >> level) & 1U); ++level) {
    full = merged(waiting_[level], full);
    waiting_at_ &= ~(1U << level);
  }
  if (level == top) return close(full);
  waiting_[level] = full;
  waiting_at_ |= 1U << level;
}

void TimeSketch::close(Block full) {
  if (stretches_ < most_stretches) {
    stretch_[stretches_++] = full;
    return;
  }
  if (exact()) {
    for (auto& s : stretch_) std::sort(s.begin(), s.end());
    std::sort(full.begin(), full.end());
  }
  merge_neighbours();
  // Stretches are now twice as long: this block is the first half of the next.
  const unsigned level = std::min<unsigned>(log_weight_, levels) - 1;
  waiting_[level] = full;
  waiting_at_ = 1U << level;
}

void TimeSketch::merge_neighbours() {
  for (std::size_t i = 0; i < most_stretches / 2; ++i)
    stretch_[i] = merged(stretch_[2 * i], stretch_[2 * i + 1]);
  stretches_ = most_stretches / 2;
  ++log_weight_;
}

}  // namespace cggibbs
