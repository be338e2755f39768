// Whether two samplers drew from the same law, as far as Monte Carlo error lets one tell.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/special.hpp"
#include "diagnostics/chains.hpp"

namespace cggibbs {

/// What two samplers say of one quantity. The values are for people, in units of the quantity; `p` is for decisions.
struct Contrast {
  std::string_view what;  ///< "median", "mad", "5% quantile" or "95% quantile"; empty: neither says anything
  double a = 0, error_a = 0, b = 0, error_b = 0;
  /// How often samplers of the same law would differ by more, in any of the four. 1 where there is no evidence and
  /// where the difference is unremarkable (above 0.01 even if all draws were independent).
  double p = 1;
  bool known() const { return !what.empty(); }
};

/// Comparisons of samplers may raise a false alarm this often, over all quantities and pairs.
inline constexpr double false_alarms = 1e-3;

/// Fewer effective samples of a function than this are no evidence about it.
inline constexpr double least_evidence = 10;

/// No quantity is known by more effective samples than these: chains that crawl somewhere have not shown how far that moves
/// the rest.
struct EssLimits {
  double a = inf, b = inf;
};

/// The most telling of four functions of the ranks among all draws of both, which have errors whatever the tails and
/// do not change when a scale is replaced by its logarithm: normal scores (level), their squares (spread), and the
/// shares in either tail (pooled 5% and 95% quantiles). `a` and `b` may have different numbers of chains and draws.
///
/// Each difference is divided by its Monte Carlo error, from effective sample sizes with disagreement between chains
/// counted as correlation. Such errors are estimates themselves: the quotient is held against Student's t, with a
/// degree of freedom for every few effective samples.
Contrast contrast(Chains a, Chains b, EssLimits most = {});

}  // namespace cggibbs
