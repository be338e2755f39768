// The sticks of a Dirichlet process, broken off as long as somebody may need one.
#pragma once

#include <cstdint>
#include <vector>

#include "base/rng.hpp"

namespace cggibbs {

/// A stick, and the label that its atom has.
struct Stick {
  double weight;
  std::uint32_t label;
};

/// The random measure given its draws. With n_k draws at occupied atom k, the weights of these and the rest are Dirichlet(n_1, ..., n_K,
/// alpha), and the rest is broken by Beta(1, alpha) again and again. What has not been broken is one number.
class Sticks {
 public:
  void reserve(std::size_t sticks) {
    sticks_.reserve(sticks);
    broken_.reserve(sticks + 1);
  }
  /// Of occupied labels, with how many draws each has.
  void draw(const std::vector<std::uint32_t>& labels, const std::vector<std::uint32_t>& sizes, double alpha,
            Rng& rng);
  /// Breaks off the rest until it is no more than `least`, and keeps what is above that, without labels: all the others that are. False
  /// where there are more than `most` of them, whose weights are then not all known.
  bool break_until(double least, std::size_t most, double alpha, Rng& rng);
  std::vector<Stick>& broken_off() { return broken_; }
  /// Those that were broken off and have labels now are among all().
  void join();
  /// The heaviest first.
  void sort();

  const std::vector<Stick>& all() const { return sticks_; }

 private:
  std::vector<Stick> sticks_, broken_;
  double rest_ = 1;
};

}  // namespace cggibbs
