// A precision matrix of groups that do not touch each other, bordered by everything else: its factor costs one pass over groups.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "samplers/latent/log_product.hpp"
#include "samplers/latent/precision.hpp"
#include "samplers/linear/blas_threads.hpp"
#include "samplers/linear/dense_algebra.hpp"

namespace cggibbs {

/// The levels of the group with most effects (columns that share no rows, with all effects that vary by it) are eliminated
/// first, one by one; what remains is a small dense matrix.
class Arrow : public Precision {
 public:
  explicit Arrow(const std::vector<GaussianPart>& parts);

  std::size_t groups() const { return groups_; }
  std::size_t border() const { return outer_.size(); }

  void weigh(const double* weights) override;
  bool factor(double scale, const double* diagonal, std::span<const EventPrecision> events) override;
  double quadratic(const double* x) override;
  void multiply_transposed(double* x) override;
  void solve(double* x) override;
  void solve_transposed(double* x) override;
  std::size_t factor_products() const override { return factor_products_; }
  std::size_t solve_products() const override;

 private:
  void find_groups(const std::vector<GaussianPart>& parts);
  void find_edges();
  bool weigh_dense(const double* weights);
  bool factor_level(std::size_t g, double scale, LogProduct& diagonals);
  bool factor_group(std::size_t g, double scale, LogProduct& diagonals);
  double* own(std::size_t g) { return own_factor_.data() + g * effects_ * effects_; }
  void gather(const double* x);
  void scatter(double* x) const;

  [[no_unique_address]] OneBlasThread one_thread_;
  std::size_t rows_ = 0, groups_ = 0, effects_ = 0, factor_products_ = 0;
  std::vector<std::uint32_t> level_;  ///< by row; groups_ for none
  std::vector<std::uint32_t> inner_;  ///< the column of effect e of group g, at g * effects_ + e
  std::vector<std::uint32_t> outer_;  ///< the columns of the border
  std::vector<std::uint32_t> place_;  ///< by column: where it is in inner_, or behind inner_ in outer_
  // Group g touches columns outer_[edge_[t]] of the border, t from start_[g] to start_[g + 1].
  std::vector<std::size_t> start_;
  std::vector<std::uint32_t> edge_;
  std::vector<double> own_, across_;  ///< A' W A within groups (k x k each), and along edges (k each)
  Work2D corner_;                     ///< and within the border, its lower triangle
  std::vector<double> own_factor_, across_factor_;  ///< L within groups (lower), and L_g^-1 times each edge
  Work2D corner_factor_;
  std::vector<double> before_;   ///< the diagonal of P, inner before outer
  std::vector<double> ordered_;  ///< a vector, inner before outer
};

}  // namespace cggibbs
