// The design columns of several parts side by side, without copying them.
#pragma once

#include <functional>
#include <vector>

#include "graph/structure.hpp"
#include "samplers/linear/blas_threads.hpp"
#include "samplers/linear/dense_algebra.hpp"

namespace cggibbs {

class PartMatrix {
 public:
  explicit PartMatrix(const std::vector<GaussianPart>& parts);
  std::size_t rows() const { return n_; }
  std::size_t cols() const { return d_; }
  const std::vector<GaussianPart>& parts() const { return parts_; }

  /// What a product with a vector, and scaled_gram, add to Work::products.
  std::size_t products() const;
  std::size_t gram_products() const;

  /// The sum of squares of each column.
  std::vector<double> squared_lengths() const;

  /// A dense column of the only part; null when there are several parts or it is not stored that way.
  const double* column(std::size_t j) const;

  /// y = A x
  void multiply(const double* x, double* y) const;
  /// y = A' x
  void multiply_transposed(const double* x, double* y) const;
  /// out += A diag(scale)^2 A', over columns stored sparse, or over dense ones, some at a time, which `project` may change
  /// before they are squared. `out` is symmetric.
  void add_sparse_gram(const double* scale, Work2D& out) const;
  void add_dense_gram(const double* scale, const std::function<void(Work2D&)>& project, Work2D& out,
                      Work2D& buffer) const;
  /// out = diag(row_scale) A as a dense matrix; row_scale may be null.
  void densify(const double* row_scale, Work2D& out) const;

 private:
  [[no_unique_address]] OneBlasThread one_thread_;
  const std::vector<GaussianPart>& parts_;
  std::size_t n_ = 0, d_ = 0;
};

}  // namespace cggibbs
