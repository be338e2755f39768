// Krylov spaces that grow until the wanted end of the spectrum is accurate.
#include "theory/lanczos.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/symmetric_eigen.hpp"

namespace cggibbs {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

SymmetricEigen of_tridiagonal(const std::vector<double>& alpha, const std::vector<double>& beta) {
  const auto m = static_cast<Index>(alpha.size());
  MatrixXd t = MatrixXd::Zero(m, m);
  for (Index i = 0; i < m; ++i) t(i, i) = alpha[static_cast<std::size_t>(i)];
  for (Index i = 0; i + 1 < m; ++i) t(i + 1, i) = t(i, i + 1) = beta[static_cast<std::size_t>(i)];
  return symmetric_eigen(t);
}

bool accurate(const SymmetricEigen& ritz, double beta, const LanczosSettings& s) {
  const Index m = ritz.values.size();
  const double top = ritz.values[m - 1];
  for (Index j = m - 1; j >= 0 && ritz.values[j] >= (1 - s.window) * top; --j)
    if (beta * std::abs(ritz.vectors(m - 1, j)) > s.accuracy * top) return false;
  return true;
}

}  // namespace

EigenPairs largest_eigenpairs(const SymmetricProduct& product, const VectorXd& start,
                              const LanczosSettings& settings) {
  const Index d = start.size(), most = std::min(d, settings.most);
  MatrixXd basis(d, most);
  std::vector<double> alpha, beta;
  VectorXd next = start.normalized();
  SymmetricEigen ritz;
  bool done_well = false;
  Index m = 0;
  for (Index check = 16; m < most;) {
    basis.col(m) = next;
    next = product(next);
    alpha.push_back(basis.col(m).dot(next));
    ++m;
    const double size = next.norm();
    const auto done = basis.leftCols(m);
    for (int twice = 0; twice < 2; ++twice) next -= done * (done.transpose() * next).eval();
    const double left = next.norm();
    const bool closed = !(left > 1e-12 * size);
    if (closed || m == most || m == check) {
      ritz = of_tridiagonal(alpha, beta);
      done_well = closed || accurate(ritz, left, settings);
      if (done_well) break;
      check = m + std::max<Index>(8, m / 4);
    }
    beta.push_back(left);
    next /= left;
  }
  return {ritz.values.reverse(), basis.leftCols(m) * ritz.vectors.rowwise().reverse(), done_well};
}

}  // namespace cggibbs
