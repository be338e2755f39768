// Gaussian regressions with priors that are truly flat: they have no prior draws, but an exact posterior.
#pragma once

#include <string>
#include <vector>

#include "models/glm.hpp"

namespace cggibbs::test {

struct FlatCase {
  std::string name;
  GlmSettings settings;
  Design design;
  /// So far from orthogonal that moves along coordinates, or in their scales, get nowhere: samplers that make such moves
  /// are run in the rotated coordinates that users get by default.
  bool hard = false;
  /// So far that trajectories do not learn it from their draws either: they are run in those coordinates too.
  bool singular = false;
  /// Coefficients hold each other in place: newton, which moves one at a time, takes a thousand sweeps for an effective
  /// draw. It has the time in the long test only.
  bool crowded = false;
};

/// Everything flat, also sigma; a logarithm of heights with mean 4.2 and standard deviation 0.06 among the columns.
FlatCase log_heights(std::size_t rows);
/// More coefficients than rows, far from centred, only the intercept flat.
FlatCase uncentred_wide(std::size_t rows, std::size_t columns);
/// income ~ x + (1 + x | g) with two rows per group: more coefficients than rows, intercept and slope flat.
FlatCase incomes(std::size_t groups);
/// More coefficients than rows, three of them flat and the intercept too.
FlatCase some_flat_wide();
/// A column with this mean over standard deviation, as time stamps have; flat, or with proper priors that say little.
FlatCase time_stamp(double ratio, bool flat);
/// Weights that are no whole numbers, offsets, columns that are sparse or of few values.
FlatCase weighted(bool sparse, bool few_valued);

/// Where sigma, or a scale, would hardly be learned from so few rows, its prior says it: chains are to be compared.
std::vector<FlatCase> flat_cases();

}  // namespace cggibbs::test
