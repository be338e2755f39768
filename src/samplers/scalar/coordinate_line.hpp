// One continuous coordinate where it is moved: drawn from its conditional where that is known, else a line for slices and walks.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/rng.hpp"
#include "graph/conditional.hpp"
#include "graph/structure.hpp"
#include "samplers/scalar/conjugate.hpp"
#include "samplers/scalar/slice.hpp"
#include "samplers/scalar/step_size.hpp"

namespace cggibbs {

/// Draws the coordinate in focus from its conditional; false, and nothing is moved, where that could not be done. In warmup it leaves
/// a start at once; later draws fall on the other side of what they replace.
inline bool move_exactly(Conditional& conditional, DensityForm form, SliceWidth& width, Rng& rng,
                         bool learn) {
  const double now = conditional.current();
  const auto draw = conjugate_draw(
      form, now, [&](double x) { return conditional.delta(x); }, rng, width.width(),
      {conditional.bounds().lower, conditional.bounds().upper}, learn ? Side::any : Side::opposite);
  if (!draw) return false;
  if (learn && form == DensityForm::quadratic) width.learn(*draw - now);
  conditional.commit(*draw);
  return true;
}

/// Where logarithms of positive coordinates do not go. Beyond 1e-100 and 1e100 quotients of scales overflow when squared; from a
/// hopeless start a slice reaches that far.
inline bool is_too_far(double y, double start, bool learn) {
  return std::abs(y) > std::max(230.0, std::abs(start)) || (learn && std::abs(y - start) > warmup_reach);
}

/// The change of the log conditional of the coordinate in focus; of a positive one as a function of its logarithm.
class CoordinateLine {
 public:
  CoordinateLine(Conditional& conditional, bool learn)
      : conditional_(conditional),
        log_scale_(conditional.support() == SupportKind::positive),
        learn_(learn),
        start_(log_scale_ ? std::log(conditional.current()) : conditional.current()) {}

  double start() const { return start_; }
  double operator()(double y) const {
    if (!log_scale_) return conditional_.delta(y);
    if (is_too_far(y, start_, learn_)) return -inf;
    // On the log scale the density gains the Jacobian exp(y), here relative to the current point.
    return conditional_.delta(std::exp(y)) + (y - start_);
  }
  void commit(double y) const { conditional_.commit(log_scale_ ? std::exp(y) : y); }

 private:
  Conditional& conditional_;
  bool log_scale_, learn_;
  double start_;
};

}  // namespace cggibbs
