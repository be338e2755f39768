// The design of a block: columns of coefficients with priors, without what the flat ones could do in their place.
#pragma once

#include <vector>

#include "samplers/linear/flat_columns.hpp"
#include "samplers/linear/part_matrix.hpp"

namespace cggibbs {

/// The matrix is P A, A the columns of coefficients with priors, P the projection of FlatColumns (the identity where every
/// coefficient has a prior). Products are with P A; A itself is proper().
class ReducedDesign {
 public:
  ReducedDesign(const Model& model, const std::vector<GaussianPart>& parts);
  ReducedDesign(ReducedDesign&&) = delete;  // its matrix refers to its parts

  /// For row weights root^2.
  void build(const std::vector<double>& root);
  std::size_t rows() const { return n_; }
  std::size_t cols() const { return a_.cols(); }
  const PartMatrix& proper() const { return a_; }
  const FlatColumns& flat() const { return flat_; }
  /// The parts with and without a prior, in their order.
  const std::vector<GaussianPart>& proper_parts() const { return proper_parts_; }
  const std::vector<GaussianPart>& flat_parts() const { return flat_parts_; }

  /// What a product, and scaled_gram, add to Work::products.
  std::size_t products() const { return a_.products() + 4 * n_ * flat_.count(); }
  std::size_t gram_products() const { return a_.gram_products() + 4 * n_ * n_ * flat_.count(); }

  void multiply(const double* x, double* y) const;
  void multiply_transposed(const double* x, double* y) const;
  /// out = P A diag(scale)^2 A' P'
  void scaled_gram(const double* scale, Work2D& out, Work2D& buffer) const;
  /// out = diag(row_scale) P A as a dense matrix; row_scale may be null.
  void densify(const double* row_scale, Work2D& out) const;
  /// The sum of squares of each column; 0 where nothing but rounding is left of it.
  std::vector<double> squared_lengths() const;

 private:
  std::vector<GaussianPart> proper_parts_, flat_parts_;
  PartMatrix a_;
  FlatColumns flat_;
  std::size_t n_;
  mutable std::vector<double> x_;
};

}  // namespace cggibbs
