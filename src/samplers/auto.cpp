// Counting the work of a Gaussian block against that of coordinate sweeps.
#include "samplers/auto.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "samplers/gaussian_parts.hpp"

namespace cggibbs {

SamplerChoice choose_sampler(const Model& model) {
  const auto found = find_gaussian_parts(model);
  if (!found || found->size() < 2)
    return {false, "no coefficients with Gaussian priors under one linear predictor"};
  const auto n = static_cast<double>(found->predictor.size());
  const auto d = static_cast<double>(found->size());
  double entries = 0;
  bool groups = false;
  for (const auto& p : found->parts) {
    entries += static_cast<double>(p.columns->entries());
    // Effects of groups share their level with the intercept: one at a time they crawl.
    groups = groups || (p.size() > 1 && found->parts.size() > 1 && p.columns->one_entry_per_row());
  }
  const double axes = std::min(n, d);
  // Rows that a sweep reads, at about five evaluations per update, and what is paid once per sweep.
  const double coordinates = 5 * entries;
  double block = 5 * axes * n + 2 * n * d;
  // A multiply-add in a matrix product costs about a tenth of a likelihood row.
  if (!found->fixed()) block += d > n ? 0.1 * n * n * d + 0.1 * n * n * n : 0.1 * n * d * d + 3 * d * d * d;
  // Axes have been seen to give 5 to 40 times the effective samples of a coordinate sweep, and over 200 times with
  // group effects.
  const double worth = groups ? 80 : 8;
  if (std::max(n, d) * axes > 5e7 || axes > 3000)
    return {false, fmt::format("{:.0f} axes on {:.0f} rows would be too large to factorize", axes, n)};
  const bool better = block < worth * coordinates;
  return {better,
          fmt::format("one sweep of {:.0f} axes reads about {:.2g} rows, one of {:.0f} coefficients {:.2g}",
                      axes, block, d, coordinates)};
}

}  // namespace cggibbs
