// Eigenvalues of the whole matrix, or of its projection on a Krylov space that grows until the largest is accurate.
#include "theory/spectral_radius.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "base/rng.hpp"

namespace cggibbs {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

double largest_modulus(const MatrixXd& m) {
  return Eigen::EigenSolver<MatrixXd>(m, false).eigenvalues().cwiseAbs().maxCoeff();
}

}  // namespace

SpectralRadius spectral_radius(const MatrixXd& b) {
  const Index d = b.rows();
  if (d <= 300) return {largest_modulus(b)};
  constexpr Index most = 240;
  MatrixXd basis(d, most), hessenberg = MatrixXd::Zero(most + 1, most);
  Rng rng(1, 0);
  VectorXd next(d);
  for (double& each : next) each = rng.normal();
  next.normalize();
  double before = -1;
  for (Index m = 1; m <= most; ++m) {
    basis.col(m - 1) = next;
    next = b * next;
    const double size = next.norm();
    const auto done = basis.leftCols(m);
    for (int twice = 0; twice < 2; ++twice) {
      const VectorXd along = done.transpose() * next;
      next -= done * along;
      hessenberg.col(m - 1).head(m) += along;
    }
    hessenberg(m, m - 1) = next.norm();
    const bool closed = !(hessenberg(m, m - 1) > 1e-13 * size);
    if (closed || m % 40 == 0) {
      const double now = largest_modulus(hessenberg.topLeftCorner(m, m));
      if (closed || std::abs(now - before) < 1e-7 * (1 - std::min(now, 1.0)) + 1e-12) return {now};
      before = now;
    }
    next /= hessenberg(m, m - 1);
  }
  return {before, false};
}

}  // namespace cggibbs
