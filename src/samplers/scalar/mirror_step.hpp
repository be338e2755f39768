// A step to the other side of the parabola through three points of a log density, with a Metropolis test.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "base/special.hpp"
#include "samplers/over_relaxation.hpp"

namespace cggibbs {

/// Where a mirror step from a point goes: a normal law around a place beyond the middle of the parabola.
struct MirrorLaw {
  double mean, sd;
  double draw(Rng& rng) const { return mean + sd * rng.normal(); }
  /// But for a constant.
  double log_density(double y) const {
    const double z = (y - mean) / sd;
    return -0.5 * z * z - std::log(sd);
  }
};

/// From the log density at x, which is `here`, and at x -+ reach. Nothing where it hardly bends, or not downwards: no step is taken from such a
/// point nor to one. (Rounding may tell that differently from the two ends of a step where it bends by just so much, to 14 digits.)
inline std::optional<MirrorLaw> mirror_law(double x, double reach, double left, double here, double right) {
  const double slope = (right - left) / (2 * reach), curvature = (2 * here - left - right) / (reach * reach);
  constexpr double widest = 10;  // reaches
  if (!(curvature * reach * reach * widest * widest > 1 && curvature < inf)) return std::nullopt;
  return MirrorLaw{x + (1 + overshoot) * slope / curvature, fresh_part / std::sqrt(curvature)};
}

struct MirrorMove {
  double x;
  double acceptance;  ///< its probability; 0 where there was no law
};

/// Of a log density that is 0 at x.
template <class F>
MirrorMove mirror_step(double x, const F& log_density, double reach, Rng& rng) {
  const double left = log_density(x - reach), right = log_density(x + reach);
  const auto go = mirror_law(x, reach, left, 0, right);
  if (!go) return {x, 0};
  const double y = go->draw(rng), there = log_density(y);
  if (!(there > -inf)) return {x, 0};
  const double left_of_y = log_density(y - reach), right_of_y = log_density(y + reach);
  const auto back = mirror_law(y, reach, left_of_y, there, right_of_y);
  if (!back) return {x, 0};
  const double acceptance = std::exp(std::min(0.0, there + back->log_density(x) - go->log_density(y)));
  return {rng.uniform() < acceptance ? y : x, acceptance};
}

/// Of one coordinate: what warmup has seen of mirror steps and of slices, and so whether the former are taken. Later ones count more, as for
/// SliceWidth. Between two modes only slices jump: steps must go as far as these, and not only be taken.
class MirrorUse {
 public:
  /// A slice reaches what steps do not: in one of so many sweeps all are slices; in warmup, whose slices learn widths, in one of two.
  static constexpr std::uint64_t sweeps_per_slice = 5, warming_sweeps_per_slice = 2;
  /// Of the width of a slice, which is about 2.8 standard deviations.
  static constexpr double reach = 0.25;

  void learn(double acceptance, double jump) {
    accepted_.add(acceptance);
    jumps_.add(jump * jump);
  }
  void learn_slice(double jump) { slices_.add(jump * jump); }
  bool pays() const {
    constexpr std::uint32_t fewest = 20;
    constexpr double least_accepted = 0.9, least_jump = 0.9;
    return accepted_.seen >= fewest && accepted_.mean() >= least_accepted &&
           jumps_.mean() >= least_jump * slices_.mean();
  }
  /// Whether a sweep of that number tries steps.
  static bool is_turn(std::uint64_t sweep, bool learn) {
    return sweep % (learn ? warming_sweeps_per_slice : sweeps_per_slice) != 0;
  }

 private:
  struct LateMean {
    double sum = 0;
    std::uint32_t seen = 0;
    void add(double value) {
      ++seen;
      sum += static_cast<double>(seen) * value;
    }
    double mean() const {
      return seen == 0 ? 0 : 2 * sum / (static_cast<double>(seen) * static_cast<double>(seen + 1));
    }
  };
  LateMean accepted_, jumps_, slices_;
};

}  // namespace cggibbs
