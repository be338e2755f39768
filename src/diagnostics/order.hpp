// Order statistics: quantiles, and ranks turned into normal scores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cggibbs {

/// R's type 7: linear between order statistics, the p-quantile of n values sitting at position (n - 1) p. The
/// values must be sorted and free of NaN; NaN when there are none.
double quantile_of_sorted(std::span<const double> sorted, double p);
double median_of_sorted(std::span<const double> sorted);
/// Of values in any order. NaN counts as nothing; NaN of nothing.
double median_of(std::vector<double> v);

/// A value and where it came from.
struct Placed {
  double value;
  std::size_t place;
};

/// The values in ascending order (none may be NaN), with their places 0..n-1 in the input.
std::vector<Placed> sorted_with_places(std::span<const double> values);

/// Phi^-1((rank - 3/8) / (count + 1/4)).
double normal_score(double rank, double count);

/// scores[place] = normal_score(rank, S) for S sorted values; equal values share their average
/// rank.
void normal_scores(std::span<const Placed> sorted, std::span<double> scores);

}  // namespace cggibbs
