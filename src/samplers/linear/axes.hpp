// Axes of a Gaussian block on which its prior is iid standard normal and the likelihood nearly uncorrelated.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "samplers/linear/reduced_design.hpp"

namespace cggibbs {

/// With z = (theta - m) / sd ~ N(0, I) and row weights W: the eigenvectors of (A D)' W (A D) are an orthogonal change of
/// coordinates z = V w, so w is iid standard normal too, and W-orthogonal columns C = A D V take w to the predictor. With
/// more coefficients than rows only the axes that the rows can see are kept (in row space: V is never stored), and the
/// rest of z is drawn exactly. There, when scales change from sweep to sweep, a Cholesky factor of A D^2 A' takes the
/// place of the eigenvectors: its columns are not W-orthogonal, but cost thirty times less.
/// Coefficients without a prior are no part of z: A is the design reduced by their columns, and these are axes of their
/// own behind the others.
class Axes {
 public:
  Axes(ReducedDesign& a, bool fixed)
      : a_(a), row_space_(a.cols() > a.rows()), fixed_(fixed), cholesky_(row_space_ && !fixed) {}

  /// Recomputes axes for scales sd and weights W. False when the decomposition failed: then there are none.
  bool build(const std::vector<double>& sd, const std::vector<double>& weights);

  /// Gives back the memory that only build() needs; a later build() takes it again.
  void settle();

  /// All scales times a factor: the axes stay, their columns and curvatures grow.
  void rescale(double factor);

  /// Axes with a standard normal prior come first, those without one behind them.
  std::size_t with_prior() const { return lambda_.size(); }
  std::size_t count() const { return with_prior() + a_.flat().count(); }
  /// What axis k does to the predictor, and its curvature under the weights.
  const double* column(std::size_t k) const {
    return k < with_prior() ? c_.col(k) : a_.flat().column(k - with_prior());
  }
  double lambda(std::size_t k) const { return k < with_prior() ? lambda_[k] : 1; }

  /// w (with_prior() of them) of the current z; `shift` is A D z.
  void coordinates(const double* z, const double* shift, double* w);
  /// z from w, with what the likelihood cannot see drawn from `noise` (iid normals, one per coefficient).
  void back(const double* w, const double* noise, double* z);
  /// Multiply-adds since the last call, as Work::products counts them.
  std::uint64_t take_products() { return std::exchange(products_, 0); }
  /// More coefficients than rows, and scales that change from sweep to sweep.
  bool factored() const { return cholesky_; }

 private:
  bool build_row_space();
  bool build_cholesky();
  bool factor_columns(std::size_t r);
  std::size_t find_rank();
  /// w of a predictor shift C w, and M x with A D (D A' M) = C.
  void solve(const double* shift, double* w);
  void solve_transposed(const double* x, double* m);
  bool build_coefficient_space();
  bool align_small_axes();
  void measure_axes();

  ReducedDesign& a_;
  bool row_space_;
  bool fixed_;
  bool cholesky_;
  std::vector<double> sd_, root_;  ///< scales; square roots of the weights
  std::vector<double> lambda_;     ///< eigenvalues kept
  Work2D c_;                       ///< n x count
  Work2D u_;                       ///< row space: eigenvectors, n x count
  Work2D v_;                       ///< coefficient space: d x count
  Work2D gram_, buffer_;
  Work2D small_, small_gram_;        ///< of axes of small curvature
  bool other_weights_ = true;        ///< than gram_ was computed with
  std::optional<std::size_t> rank_;  ///< of A, where it is needed
  std::vector<double> values_, work_, t_, shift_, s_, s2_, wanted_, x_;
  std::vector<int> iwork_, pivot_;
  int failures_ = 0;  ///< in a row
  std::uint64_t products_ = 0;
};

}  // namespace cggibbs
