// Shrunken correlations, their spectrum, and a descent over diagonal scalings.
#include "diagnostics/condition_numbers.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "base/symmetric_eigen.hpp"

namespace cggibbs {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

double kappa_of(const MatrixXd& a) {
  const VectorXd e = symmetric_eigenvalues(a);
  return e[e.size() - 1] / std::max(e[0], 1e-300);
}

MatrixXd scaled(const MatrixXd& a, const VectorXd& s) {
  return s.asDiagonal() * a * s.asDiagonal();
}

/// Descends log kappa(S R S) in log s, whose slope is 2 (u_max^2 - u_min^2) with the extreme eigenvectors u.
double best_over_scalings(const MatrixXd& r, double start) {
  double best = start;
  // Unit diagonal of the precision is often better than unit variances.
  const VectorXd unit_precision = r.inverse().diagonal().cwiseSqrt();
  best = std::min(best, kappa_of(scaled(r, unit_precision)));
  const int steps = r.rows() <= 100 ? 100 : r.rows() <= 400 ? 20 : 0;
  VectorXd log_s = best < start ? VectorXd(unit_precision.array().log()) : VectorXd::Zero(r.rows());
  for (int t = 0; t < steps; ++t) {
    const SymmetricEigen e = symmetric_eigen(scaled(r, log_s.array().exp()));
    best = std::min(best, e.values[r.rows() - 1] / std::max(e.values[0], 1e-300));
    const VectorXd slope = e.vectors.col(r.rows() - 1).cwiseAbs2() - e.vectors.col(0).cwiseAbs2();
    log_s -= slope / (1 + 0.2 * t);
  }
  return best;
}

/// Columns that are not sums of earlier ones: a quantity that is recorded beside what it is made of says nothing new
/// and would make every condition number infinite.
std::vector<Index> independent_columns(const MatrixXd& r) {
  constexpr double least_own_variance = 1e-10;
  MatrixXd factor =
      MatrixXd::Zero(r.rows(), r.rows());  // Cholesky, row by row; rows of dropped columns stay out
  std::vector<Index> kept;
  for (Index j = 0; j < r.rows(); ++j) {
    const auto m = static_cast<Index>(kept.size());
    VectorXd row(m);
    for (Index k = 0; k < m; ++k)
      row[k] =
          (r(j, kept[static_cast<std::size_t>(k)]) - factor.row(k).head(k).dot(row.head(k))) / factor(k, k);
    const double own = r(j, j) - row.squaredNorm();
    if (own < least_own_variance) continue;
    factor.row(m).head(m) = row;
    factor(m, m) = std::sqrt(own);
    kept.push_back(j);
  }
  return kept;
}

}  // namespace

ConditionNumbers condition_numbers(std::size_t n, std::size_t d, std::span<const double> draws) {
  assert(draws.size() == n * d);
  const Eigen::Map<const MatrixXd> all(draws.data(), static_cast<Index>(n), static_cast<Index>(d));
  MatrixXd x(static_cast<Index>(n), static_cast<Index>(d));
  VectorXd sd(static_cast<Index>(d));
  Index kept = 0;
  for (Index j = 0; j < all.cols(); ++j) {
    const VectorXd centred = all.col(j).array() - all.col(j).mean();
    const double s = centred.norm() / std::sqrt(static_cast<double>(n));
    if (!(s > 0) || !std::isfinite(s)) continue;
    x.col(kept) = centred / s;
    sd[kept++] = s;
  }
  ConditionNumbers out;
  if (kept < 1 || n < 4) return {1, 1, 1, 1, true};
  x.conservativeResize(Eigen::NoChange, kept);
  sd.conservativeResize(kept);
  const auto rows = static_cast<double>(n);
  MatrixXd r = x.transpose() * x / rows;
  const double off = (r - MatrixXd::Identity(kept, kept)).squaredNorm();
  double noise = 0;  // expected squared error of r
  for (Index t = 0; t < x.rows(); ++t) noise += std::pow(x.row(t).squaredNorm(), 2);
  noise = (noise / rows - r.squaredNorm()) / rows;
  // Shrinking would hide a few narrow directions among many; with enough draws they show without it.
  if (rows < 5 * static_cast<double>(kept)) out.shrinkage = off > 0 ? std::clamp(noise / off, 0.0, 1.0) : 1;
  r = (1 - out.shrinkage) * r + out.shrinkage * MatrixXd::Identity(kept, kept);
  if (!(out.shrinkage > 0)) {
    const auto own = independent_columns(r);
    r = r(own, own).eval();
    sd = sd(own).eval();
  }
  out.rough = rows < 20 * static_cast<double>(kept);
  out.kappa = kappa_of(scaled(r, sd));
  out.kappa_cor = kappa_of(r);
  out.kappa_r = best_over_scalings(r, std::min(out.kappa, out.kappa_cor));
  return out;
}

}  // namespace cggibbs
