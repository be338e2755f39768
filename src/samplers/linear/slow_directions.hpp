// Directions of coefficient space in which one-at-a-time updates crawl.
#pragma once

#include <vector>

#include "base/archive.hpp"
#include "samplers/linear/part_matrix.hpp"

namespace cggibbs {

/// Sweeps over coordinates contract along the eigenvectors of S = D^-1/2 (A' W A + P) D^-1/2, D its diagonal, at a rate
/// that their eigenvalues give: near 0 is slow. The lowest ones are sought in a Krylov space that costs a few hundred
/// products with A; they need not be exact, since any fixed direction is a valid move.
class SlowDirections {
 public:
  /// At most `most` directions for row weights W and prior precisions P (0: flat).
  void build(const PartMatrix& a, const std::vector<double>& weights, const std::vector<double>& precision,
             std::size_t most);

  std::size_t count() const { return v_.cols; }
  /// The direction, and what it does to the predictor.
  const double* direction(std::size_t k) const { return v_.col(k); }
  const double* column(std::size_t k) const { return c_.col(k); }

  void save(Writer& w) const { w(v_.rows, v_.cols, v_.a, c_.rows, c_.cols, c_.a); }
  void load(Reader& r) { r(v_.rows, v_.cols, v_.a, c_.rows, c_.cols, c_.a); }

 private:
  Work2D v_, c_;
};

}  // namespace cggibbs
