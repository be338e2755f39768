// Krylov spaces that grow until the largest eigenvalue is accurate.
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

bool is_accurate(const SymmetricEigen& ritz, double beta, double accuracy) {
  const Index last = ritz.values.size() - 1;
  return !(beta * std::abs(ritz.vectors(last, last)) > accuracy * ritz.values[last]);
}

}  // namespace

EigenPairs largest_eigenpairs(const SymmetricProduct& product, const VectorXd& start,
                              const LanczosSettings& settings) {
  const Index d = start.size(), most = std::min(d, settings.most);
  MatrixXd basis(d, most);
  std::vector<double> alpha, beta;
  VectorXd next = start.normalized();
  SymmetricEigen ritz;
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
      if (closed || is_accurate(ritz, left, settings.accuracy)) break;
      check = m + std::max<Index>(8, m / 4);
    }
    beta.push_back(left);
    next /= left;
  }
  return {ritz.values.reverse(), basis.leftCols(m) * ritz.vectors.rowwise().reverse()};
}

}  // namespace cggibbs
