// Coefficients without a prior, taken out of a block by a change of coordinates.
#pragma once

#include <vector>

#include "graph/structure.hpp"
#include "samplers/linear/dense_algebra.hpp"

namespace cggibbs {

/// With F the columns of flat coefficients b, and W row weights, F R^-1 = Q has Q' W Q = I. Any other column a may be
/// written as the part that Q cannot see, a - Q Q' W a, if b moves along by -R^-1 Q' W a: where b has no prior this is only
/// a change of coordinates (an intercept without a prior: centred columns). Then b moves along the columns of Q, with no
/// prior and, as far as the weights tell the likelihood's curvature, independently of everything else.
class FlatColumns {
 public:
  FlatColumns(const Model& model, const std::vector<GaussianPart>& parts);

  std::size_t count() const { return count_; }
  /// Finds Q and R for W = diag(root)^2. Throws an ImproperPosterior where columns depend on each other: nothing tells their coefficients
  /// apart, so that there is no posterior.
  void build(const std::vector<double>& root);

  const double* column(std::size_t k) const { return q_.col(k); }
  /// y -= Q Q' W y, twice, since what is left may be many digits smaller.
  void remove(double* y) const;
  /// x -= W Q Q' x
  void remove_transposed(double* x) const;
  /// m = P m P' with P = I - Q Q' W.
  void remove_both(Work2D& m) const;
  /// b = R^-1 Q' W y: the coefficients of the part of y that Q sees.
  void coefficients(const double* y, double* b) const;
  /// b += t R^-1 e_k, a step t along column k of Q.
  void step(std::size_t k, double t, double* b) const;

 private:
  const Model& model_;
  std::vector<GaussianPart> parts_;
  std::size_t n_ = 0, count_ = 0;
  Work2D q_;        ///< n x count
  Work2D inverse_;  ///< R^-1
  std::vector<double> weights_;
  mutable std::vector<double> y_, row_, g_;  ///< work space
};

}  // namespace cggibbs
