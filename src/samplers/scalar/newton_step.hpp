// One move of a scalar by a Metropolized Newton step, or by slice sampling where the density is far from normal.
#pragma once

#include <cmath>
#include <cstdint>

#include "samplers/linear/predictor_rows.hpp"
#include "samplers/scalar/slice.hpp"
#include "samplers/scalar/step_size.hpp"

namespace cggibbs {

/// How well Newton steps are accepted, later ones counting more, as for SliceWidth.
class NewtonTrust {
 public:
  void learn(double acceptance) {
    ++seen_;
    sum_ += static_cast<double>(seen_) * acceptance;
  }
  double mean() const {
    return seen_ == 0 ? 1 : 2 * sum_ / (static_cast<double>(seen_) * static_cast<double>(seen_ + 1));
  }
  /// Lopsided densities (a word that only one class uses) are accepted often, and yet have corners that such steps hardly
  /// leave: on PCMAC a bound of 0.75 took the smallest ESS down tenfold.
  bool deserved() const { return mean() >= 0.95; }

 private:
  double sum_ = 0;
  std::uint32_t seen_ = 0;
};

/// What one coordinate (or direction) has learnt.
struct StepMemory {
  SliceWidth width{1.0};
  NewtonTrust trust;
};

/// A point of a log density on a line: its change from the start, its slope there, minus its second derivative.
using LinePoint = PredictorRows::Point;

struct StepResult {
  double t = 0;
  double acceptance = 1;
};

/// The proposal is N(slope / curvature, 1 / curvature) from the start; the step back has that of the end. `here` is the
/// start, `look` gives any other point. Returns t = 0 when rejected.
template <class Look>
StepResult newton_step(const LinePoint& here, const Look& look, Rng& rng) {
  const double z = rng.normal();
  const double t = here.slope / here.curvature + z / std::sqrt(here.curvature);
  const double threshold = std::log(rng.uniform());
  if (!std::isfinite(t)) return {0, 0};
  const LinePoint end = look(t);
  if (!(end.curvature > 0 && end.curvature < inf)) return {0, 0};
  const double back = -t - end.slope / end.curvature;
  const double log_ratio = end.change + 0.5 * std::log(end.curvature / here.curvature) -
                           0.5 * end.curvature * back * back + 0.5 * z * z;
  if (std::isnan(log_ratio)) return {0, 0};
  return {threshold < log_ratio ? t : 0, std::fmin(1, std::exp(log_ratio))};
}

}  // namespace cggibbs
