// Where the logarithms of scales are and in which directions they move, learned in warmup.
#pragma once

#include <vector>

#include "base/archive.hpp"
#include "base/rng.hpp"
#include "samplers/scalar/step_size.hpp"

namespace cggibbs {

/// One axis per scale: at first the scales themselves, then the principal axes of what warmup has seen. From then on there is a
/// law to propose from as well: a t around the mean of warmup, wider than what was seen.
class ScaleAxes {
 public:
  explicit ScaleAxes(std::size_t count);
  std::size_t count() const { return width_.size(); }
  const double* axis(std::size_t k) const { return axes_.data() + k * count(); }
  SliceWidth& width(std::size_t k) { return width_[k]; }

  /// Axes are renewed when as many states have been seen as ever before; then these are forgotten.
  void learn(const double* logs);

  bool proposes() const { return !sd_.empty(); }
  /// From `here`, on the other side of the mean (samplers/over_relaxation.hpp); reversible with the law as its target.
  void propose(Rng& rng, const double* here, double* logs) const;
  /// Log density of the law, up to a constant.
  double log_proposal(const double* logs) const;

  /// The largest eigenvalue of the correlations seen; infinite before any have been.
  double largest_correlation() const;

  void save(Writer& w) const {
    w(axes_, mean_, squares_, centre_, sd_, seen_, window_);
    for (const auto& width : width_) w(width);
  }
  void load(Reader& r) {
    r(axes_, mean_, squares_, centre_, sd_, seen_, window_);
    for (auto& width : width_) r(width);
  }

 private:
  void renew();
  double along(std::size_t axis, const double* logs) const;  ///< from the mean
  double distance(const double* logs) const;                 ///< from the mean, squared, in units of sd_

  static constexpr double df = 5, wider = 1.2;
  std::vector<double> axes_, mean_, squares_;
  std::vector<SliceWidth> width_;
  std::vector<double> centre_, sd_;  ///< of proposals, the latter along axes
  std::size_t seen_ = 0, window_ = 50;
};

}  // namespace cggibbs
