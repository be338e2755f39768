// A precision matrix of groups that do not touch each other, bordered by everything else: its factor costs one pass over groups.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/structure.hpp"
#include "samplers/latent/log_product.hpp"
#include "samplers/linear/blas_threads.hpp"
#include "samplers/linear/dense_algebra.hpp"

namespace cggibbs {

/// The prior precision of events: `size` columns side by side, from column `first` on, `count` times.
struct EventPrecision {
  std::size_t first, size, count;
  std::vector<double> matrix;  ///< size x size
};

/// P = scale * A' W A + prior, for the columns A of several parts side by side. The levels of the group with most effects
/// (columns that share no rows, with all effects that vary by it) are eliminated first, one by one; what remains is a small
/// dense matrix. P = L L' in that order; vectors have the order of the columns.
class Arrow {
 public:
  explicit Arrow(const std::vector<GaussianPart>& parts);

  std::size_t size() const { return view_.size(); }
  std::size_t groups() const { return groups_; }
  std::size_t border() const { return outer_.size(); }

  /// A' W A for these row weights.
  void weigh(const double* weights);
  /// P with this diagonal and these events added. False when it is not positive definite.
  bool factor(double scale, const double* diagonal, std::span<const EventPrecision> events = {});
  /// Some pivot of the last factor is what rounding left of a difference: L is a matrix still, but not that of P.
  bool lost_digits() const { return lost_digits_; }
  /// The sum of the logarithms of the diagonal of L.
  double log_diagonal() const { return log_diagonal_; }

  /// x' A' W A x
  double quadratic(const double* x);
  /// y = A' x
  void multiply_columns(const double* x, double* y) const;
  /// In place: L' x, L^-1 x, L'^-1 x.
  void multiply_transposed(double* x);
  void solve(double* x);
  void solve_transposed(double* x);

  /// Multiply-adds of a factor, and of a product or solve with L.
  std::size_t factor_products() const { return factor_products_; }
  std::size_t solve_products() const;

 private:
  void find_groups(const std::vector<GaussianPart>& parts);
  void find_edges();
  bool factor_level(std::size_t g, double scale, LogProduct& diagonals);
  bool factor_group(std::size_t g, double scale, LogProduct& diagonals);
  double* own(std::size_t g) { return own_factor_.data() + g * effects_ * effects_; }
  void gather(const double* x);
  void scatter(double* x) const;

  [[no_unique_address]] OneBlasThread one_thread_;
  std::vector<ColumnView> view_;
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
  double log_diagonal_ = 0;
  bool lost_digits_ = false;
  std::vector<double> before_;   ///< the diagonal of P, inner before outer
  std::vector<double> ordered_;  ///< a vector, inner before outer
};

}  // namespace cggibbs
