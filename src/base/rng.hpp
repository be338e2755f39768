// One counter-based random stream per (seed, stream number).
#pragma once

#include <array>
#include <cstdint>
#include <limits>

namespace cggibbs {

/// Philox4x64 keyed by (seed, stream). A UniformRandomBitGenerator, so that Boost.Random's distributions take
/// it. The whole state is four integers (see position): it can be saved and restored.
class Rng {
 public:
  using result_type = std::uint64_t;
  struct Position {
    std::uint64_t seed, stream, block;
    std::uint32_t used;
  };

  Rng(std::uint64_t seed, std::uint64_t stream) : key_{seed, stream} {}
  explicit Rng(const Position& p);

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  result_type operator()() {
    if (used_ == 4) refill();
    return buffer_[used_++];
  }

  /// In the open interval (0, 1): 53 bits centred in their cell are never 0, never 1.
  double uniform() { return (static_cast<double>((*this)() >> 11) + 0.5) * 0x1p-53; }
  double normal();       ///< standard
  double exponential();  ///< mean 1
  double gamma(double shape);
  std::uint64_t below(std::uint64_t n);  ///< uniform on 0..n-1, n > 0

  Position position() const { return {key_[0], key_[1], block_, used_}; }

 private:
  void refill();
  double gamma_from_normal(double shape);

  std::array<std::uint64_t, 2> key_;
  std::uint64_t block_ = 0;  ///< number of blocks drawn so far
  std::uint32_t used_ = 4;   ///< values of the current block already handed out
  std::array<std::uint64_t, 4> buffer_{};
};

}  // namespace cggibbs
