// The precision of coefficients some of which are tied to each other: a sparse factor, its order and entries found once.
#pragma once

#include "samplers/latent/precision.hpp"
#include "samplers/latent/sparse_pattern.hpp"

namespace cggibbs {

/// A series is eliminated along time, so that its factor costs one pass over it.
class SparsePrecision : public Precision {
 public:
  /// factor() adds what the ties have at the time.
  SparsePrecision(const std::vector<GaussianPart>& parts, const TiedRows& ties);

  void weigh(const double* weights) override;
  bool factor(double scale, const double* diagonal, std::span<const EventPrecision> events) override;
  double quadratic(const double* x) override;
  void multiply_transposed(double* x) override;
  void solve(double* x) override;
  void solve_transposed(double* x) override;
  std::size_t factor_products() const override { return factor_products_; }
  std::size_t solve_products() const override { return factor_.size() + 2 * size(); }

 private:
  void add_priors(const double* diagonal, std::span<const EventPrecision> events);
  void gather(const double* x);
  void scatter(double* x) const;

  const TiedRows& ties_;
  SparsePattern pattern_;
  RowEntries rows_;
  std::vector<std::size_t> pair_, tied_pair_;  ///< where products of entries of a row go in P
  std::vector<double> likelihood_, p_;         ///< A' W A, and P
  std::vector<double> factor_;                 ///< L = (1 + factor) D^(1/2), by columns
  std::vector<double> pivot_, root_;           ///< 1 / D, and D^(1/2)
  std::vector<double> ordered_;
  std::size_t factor_products_;
};

}  // namespace cggibbs
