// Coefficients without a prior inside a block whose coordinates are standard normal.
#pragma once

#include <vector>

#include "samplers/axes.hpp"
#include "samplers/line_mover.hpp"

namespace cggibbs {

/// Flat coefficients are given a virtual normal prior, wide against anything the data can say, so that axes can be found;
/// its share along each axis is taken out of the prior again.
class FlatShare {
 public:
  FlatShare(const std::vector<GaussianPart>& parts, std::size_t rows);
  /// The virtual standard deviations; 1 for coefficients that have a prior.
  const std::vector<double>& sd() const { return sd_; }
  void read_axes(Axes& axes);
  /// Positions of the flat coefficients on their virtual scale.
  void read(const std::vector<double>& z);
  /// The log prior along axis k at coordinate w.
  QuadraticPrior along(std::size_t k, double w) const;
  void moved(std::size_t k, double t);

 private:
  std::vector<std::size_t> at_;
  std::vector<double> sd_;
  std::vector<double> z_;
  Work2D share_;  ///< axes x flat coefficients
};

}  // namespace cggibbs
