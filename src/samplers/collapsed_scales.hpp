// Local scales of a horseshoe given the predictor alone, with every coefficient integrated out.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/rng.hpp"
#include "samplers/part_matrix.hpp"

namespace cggibbs {

/// The shift A (theta - mean) of the predictor is N(0, K) with K = A D^2 A' once the coefficients are integrated out. In
/// lambda_j alone that is a function of a_j' K^-1 a_j and a_j' K^-1 shift without column j, two numbers; so each
/// scale is moved on its own exact conditional, and K^-1 follows by rank-one updates, collected over a few columns at a time.
class CollapsedScales {
 public:
  explicit CollapsedScales(const PartMatrix& a) : a_(a) {}

  /// K^-1 on `rows`, on which K has full rank; the other rows of the shift follow from these.
  void start(const Work2D& precision, const std::vector<std::size_t>& rows);

  /// Moves lambda_j for these columns one after the other, and their sd_j = lambda_j tau with them.
  /// The prior is half_cauchy(scale), the shift (all rows) stays.
  void move(std::span<const std::size_t> columns, const double* shift, double tau, double scale,
            double* lambda, double* sd, Rng& rng);

  /// The coefficients (less their mean) given shift and scales, by Matheron's rule: a draw from their prior, corrected.
  void draw_coefficients(const double* shift, const double* sd, double* theta, Rng& rng);

  const Work2D& precision() const { return precision_; }

 private:
  void move_few(std::span<const std::size_t> columns, double tau, double scale, double* lambda, double* sd,
                Rng& rng);

  const PartMatrix& a_;
  Work2D precision_;
  std::vector<std::size_t> rows_;
  Work2D columns_, solved_, changes_, cross_;  ///< of the few columns at hand; see move_few
  std::vector<double> pulled_;                 ///< K^-1 shift
  std::vector<double> seen_, picked_, m_, all_, step_;
};

}  // namespace cggibbs
