// Draws of one scalar, chain by chain, and the transformations that diagnostics are built from.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace cggibbs {

/// One span per chain; all chains have the same number of draws.
using Chains = std::span<const std::span<const double>>;

/// Chains that own their draws. Move-only: a copy's views would still point at the original.
class Draws {
 public:
  Draws(std::size_t chains, std::size_t length);
  Draws(Draws&&) = default;
  Draws& operator=(Draws&&) = default;

  std::span<double> flat() { return values_; }  ///< one chain after the other
  operator Chains() const { return views_; }    // NOLINT(google-explicit-constructor)

 private:
  std::vector<double> values_;
  std::vector<std::span<const double>> views_;
};

inline std::size_t draws_per_chain(Chains x) {
  return x.empty() ? 0 : x.front().size();
}

/// f(value) for every draw.
template <class F>
Draws map_draws(Chains x, F f) {
  Draws out(x.size(), draws_per_chain(x));
  auto to = out.flat().begin();
  for (const auto chain : x)
    for (const double v : chain) *to++ = f(v);
  return out;
}

/// All draws, chain after chain.
std::vector<double> pooled(Chains x);

/// Views of the first half of every chain, then of every second half. An odd chain loses its middle draw; a
/// chain of one draw stays whole.
std::vector<std::span<const double>> split_chains(Chains x);

/// Normal scores of the ranks among all draws: Phi^-1((r - 3/8) / (S + 1/4)), ties sharing their average
/// rank. Infinite draws have ranks like any others; if a draw is NaN, all scores are NaN.
Draws rank_normalize(Chains x);

/// Distances to the pooled median.
Draws fold(Chains x);

bool has_nan(Chains x);

/// Whether moments of these draws tell nothing: some draw is not finite, or all are equal (range < 2.2e-16).
bool degenerate(Chains x);

}  // namespace cggibbs
