// A precision matrix of coefficients and its Cholesky factor.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "graph/structure.hpp"

namespace cggibbs {

/// The prior precision of events: `size` columns side by side, from column `first` on, `count` times.
struct EventPrecision {
  std::size_t first, size, count;
  std::vector<double> matrix;  ///< size x size
};

/// P = scale * A' W A + prior, for the columns A of several parts side by side. P = L L' in an order of its own; vectors have the
/// order of the columns.
class Precision {
 public:
  explicit Precision(const std::vector<GaussianPart>& parts) {
    for (const auto& p : parts)
      for (std::size_t j = 0; j < p.size(); ++j) view_.push_back(p.columns->col(j));
  }
  virtual ~Precision() = default;
  Precision(const Precision&) = delete;
  Precision& operator=(const Precision&) = delete;

  std::size_t size() const { return view_.size(); }

  /// A' W A for these row weights.
  virtual void weigh(const double* weights) = 0;
  /// P with this diagonal and these events added. False when it is not positive definite.
  virtual bool factor(double scale, const double* diagonal, std::span<const EventPrecision> events) = 0;
  /// Some pivot of the last factor is what rounding left of a difference: L is a matrix still, but not that of P.
  bool lost_digits() const { return lost_digits_; }
  /// The sum of the logarithms of the diagonal of L.
  double log_diagonal() const { return log_diagonal_; }

  /// x' A' W A x
  virtual double quadratic(const double* x) = 0;
  /// In place: L' x, L^-1 x, L'^-1 x.
  virtual void multiply_transposed(double* x) = 0;
  virtual void solve(double* x) = 0;
  virtual void solve_transposed(double* x) = 0;

  /// Multiply-adds of a factor, and of a product or solve with L.
  virtual std::size_t factor_products() const = 0;
  virtual std::size_t solve_products() const = 0;

 protected:
  /// A pivot this small beside the number that it started from has five digits left.
  static constexpr double left_of_differences = 1e-11;
  std::vector<ColumnView> view_;
  double log_diagonal_ = 0;
  bool lost_digits_ = false;
};

}  // namespace cggibbs
