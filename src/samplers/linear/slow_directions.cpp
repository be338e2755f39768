// Low eigenvectors of the scaled information matrix from a block Krylov space.
#include "samplers/linear/slow_directions.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "base/rng.hpp"
#include "base/symmetric_eigen.hpp"

namespace cggibbs {
namespace {

/// Directions easier than this mix well enough by themselves.
constexpr double easy = 0.3;
/// Vectors that grow together, so that equal eigenvalues (several pairs of twins) are all found.
constexpr Eigen::Index width = 4;
constexpr Eigen::Index most_vectors = 160;
constexpr std::size_t most_entries = 2'000'000;

/// diag(A' W A) + P.
std::vector<double> diagonal(const PartMatrix& a, const std::vector<double>& weights,
                             const std::vector<double>& precision) {
  std::vector<double> d = precision;
  std::size_t at = 0;
  for (const auto& p : a.parts())
    for (std::size_t j = 0; j < p.size(); ++j, ++at) {
      const ColumnView c = p.columns->col(j);
      for (std::size_t t = 0; t < c.count; ++t) d[at] += weights[c.row(t)] * c.value(t) * c.value(t);
    }
  return d;
}

/// The part of a block that is orthogonal to q, made orthonormal. Twice is enough.
Eigen::MatrixXd orthonormal_rest(const Eigen::MatrixXd& block, const Eigen::Ref<const Eigen::MatrixXd>& q) {
  Eigen::MatrixXd rest = block;
  for (int round = 0; round < 2; ++round) {
    rest -= q * (q.transpose() * rest);
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr(rest);
    rest = qr.householderQ() * Eigen::MatrixXd::Identity(rest.rows(), rest.cols());
  }
  return rest;
}

}  // namespace

void SlowDirections::build(const PartMatrix& a, const std::vector<double>& weights,
                           const std::vector<double>& precision, std::size_t most) {
  const auto d = static_cast<Eigen::Index>(a.cols());
  v_.resize(a.cols(), 0);
  c_.resize(a.rows(), 0);
  if (d < 2 || most == 0) return;
  std::vector<double> root = diagonal(a, weights, precision);
  for (double& x : root) x = x > 0 && x < inf ? 1 / std::sqrt(x) : 1;

  std::vector<double> x(a.cols()), rows(a.rows()), y(a.cols());
  const auto apply = [&](const double* from, double* to) {
    for (std::size_t j = 0; j < x.size(); ++j) x[j] = from[j] * root[j];
    a.multiply(x.data(), rows.data());
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] *= weights[i];
    a.multiply_transposed(rows.data(), y.data());
    for (std::size_t j = 0; j < x.size(); ++j) to[j] = (y[j] + precision[j] * x[j]) * root[j];
  };

  // Few coefficients: their whole space. Blocks of `width` would leave a part of it out, and a lone one, which is all
  // that 5 to 7 coefficients have room for, is a random subspace that knows no direction at all.
  const auto room = static_cast<Eigen::Index>(most_entries / a.cols());
  const Eigen::Index b = d <= most_vectors ? d : width;
  const Eigen::Index blocks = std::min({d, most_vectors, std::max(width, room)}) / b;
  Eigen::MatrixXd q(d, blocks * b), block(d, b);
  Eigen::MatrixXd t = Eigen::MatrixXd::Zero(q.cols(), q.cols());  // q' S q, its upper triangle
  // The same start for the same model: nothing here may depend on the chain's stream.
  Rng rng(0x510D1EC7, 0);
  for (Eigen::Index i = 0; i < block.size(); ++i) block.data()[i] = rng.normal();
  for (Eigen::Index k = 0; k < blocks; ++k) {
    q.middleCols(k * b, b) = orthonormal_rest(block, q.leftCols(k * b));
    for (Eigen::Index i = 0; i < b; ++i) apply(q.col(k * b + i).data(), block.col(i).data());
    t.block(0, k * b, (k + 1) * b, b) = q.leftCols((k + 1) * b).transpose() * block;
  }
  const SymmetricEigen eigen = symmetric_eigen(t.transpose());  // reads the lower triangle
  if (!eigen.converged) return;

  std::size_t count = 0;
  while (count < std::min(most, static_cast<std::size_t>(q.cols())) &&
         eigen.values[static_cast<Eigen::Index>(count)] < easy)
    ++count;
  v_.resize(a.cols(), count);
  c_.resize(a.rows(), count);
  for (std::size_t k = 0; k < count; ++k) {
    const auto col = static_cast<Eigen::Index>(k);
    const Eigen::VectorXd u = q * eigen.vectors.col(col);
    for (std::size_t j = 0; j < a.cols(); ++j) v_.col(k)[j] = u[static_cast<Eigen::Index>(j)] * root[j];
    a.multiply(v_.col(k), c_.col(k));
  }
}

}  // namespace cggibbs
