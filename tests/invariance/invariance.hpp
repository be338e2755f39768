// The exact invariance test: parameters from the prior, data given them, a few steps of a kernel; the
// parameters must have the same law before and after.
#pragma once

#include <string>

#include "support/glm_cases.hpp"
#include "support/net_samplers.hpp"
#include "support/simulate.hpp"

namespace cggibbs::test {

struct Outcome {
  double p = 1;  ///< of the worst comparison, times their number
  std::string worst;
  std::size_t comparisons = 0;
  std::size_t unusable = 0;  ///< replicates whose data no model can be built of
};

/// Correct kernels stay above these in all but one of a hundred seeds: 160 models in the quick test, 1500 in the
/// thorough one.
inline constexpr double smallest_p = 0.005 / 100;
inline constexpr double smallest_thorough_p = 0.005 / 1000;

/// Steps per replicate: what is wrong with one adds up.
inline constexpr int default_steps = 3;

/// Each test function of (parameters, data) is compared before and after in three ways: KS, and means of the
/// paired differences of its rank and of its rank's distance to the median, which see what KS cannot when
/// steps are small.
Outcome invariance(const GlmCase& c, const Step& step, int replicates, std::uint64_t seed,
                   int steps = default_steps);

}  // namespace cggibbs::test
