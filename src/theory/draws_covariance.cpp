// Correlations, shrunken where they are mostly noise, without columns that say nothing new.
#include "theory/draws_covariance.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

namespace cggibbs {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Columns that are not sums of earlier ones: a quantity that is recorded beside what it is made of says nothing new
/// and would make every condition number infinite.
std::vector<Index> independent_columns(const MatrixXd& r) {
  constexpr double least_own_variance = 1e-10;
  // Cholesky, row by row; rows of dropped columns stay out.
  using RowByRow = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  RowByRow factor = RowByRow::Zero(r.rows(), r.rows());
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

DrawsCovariance draws_covariance(std::size_t n, std::size_t d, std::span<const double> draws) {
  assert(draws.size() == n * d);
  const Eigen::Map<const MatrixXd> all(draws.data(), static_cast<Index>(n), static_cast<Index>(d));
  MatrixXd x(static_cast<Index>(n), static_cast<Index>(d));
  VectorXd sd(static_cast<Index>(d));
  DrawsCovariance out;
  for (Index j = 0; j < all.cols(); ++j) {
    const VectorXd centred = all.col(j).array() - all.col(j).mean();
    const double s = centred.norm() / std::sqrt(static_cast<double>(n));
    if (!(s > 0) || !std::isfinite(s)) continue;
    const auto k = static_cast<Index>(out.kept.size());
    x.col(k) = centred / s;
    sd[k] = s;
    out.kept.push_back(static_cast<std::size_t>(j));
  }
  const auto kept = static_cast<Index>(out.kept.size());
  if (kept < 1 || n < 4) return {MatrixXd::Identity(1, 1), {}, 1, true};
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
  if (out.shrinkage < 1e-6) {
    const auto own = independent_columns(r);
    r = r(own, own).eval();
    sd = sd(own).eval();
    std::vector<std::size_t> names;
    for (Index j : own) names.push_back(out.kept[static_cast<std::size_t>(j)]);
    out.kept = names;
  }
  out.rough = rows < 20 * static_cast<double>(kept);
  out.covariance = sd.asDiagonal() * r * sd.asDiagonal();
  return out;
}

}  // namespace cggibbs
