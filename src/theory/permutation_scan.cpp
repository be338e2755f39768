// For sets of coordinates, mean(set) = average over i in it of T_i mean(set without i), T_i the move of coordinate i. Beyond the
// sizes where 2^d sets fit: Lanczos on averages over random orders, one half finding the slow direction, the other judging it.
#include "theory/permutation_scan.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/rng.hpp"
#include "base/symmetric_eigen.hpp"
#include "theory/lanczos.hpp"

namespace cggibbs {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The precision in units in which its diagonal is one.
MatrixXd unit_diagonal(const MatrixXd& precision) {
  const VectorXd scale = precision.diagonal().cwiseSqrt().cwiseInverse();
  return scale.asDiagonal() * precision * scale.asDiagonal();
}

using Order = std::vector<Index>;

std::vector<Order> random_orders(Index d, std::size_t count, Rng& rng) {
  std::vector<Order> out(count, Order(static_cast<std::size_t>(d)));
  for (Order& order : out) {
    std::iota(order.begin(), order.end(), Index{0});
    for (std::size_t k = order.size(); k > 1; --k) std::swap(order[k - 1], order[rng.below(k)]);
  }
  return out;
}

/// Half the sum of a sweep in this order and one in the reverse, of x, for a precision q with unit diagonal.
VectorXd there_and_back(const MatrixXd& q, const Order& order, const VectorXd& x) {
  VectorXd a = x, b = x;
  for (Index i : order) a[i] -= q.col(i).dot(a);
  for (std::size_t k = order.size(); k-- > 0;) b[order[k]] -= q.col(order[k]).dot(b);
  return 0.5 * (a + b);
}

PermutationRate sampled_rate(const MatrixXd& q, std::size_t seed) {
  const Index d = q.rows();
  const auto size = static_cast<double>(d);
  const auto count = static_cast<std::size_t>(std::clamp(1e9 / (40 * size * size), 8.0, 500.0));
  Rng rng(seed, 0);
  const auto finding = random_orders(d, count, rng), judging = random_orders(d, count, rng);
  // With Q = F F' and y = F' x the average is symmetric.
  const Eigen::LLT<MatrixXd> f(q);
  const auto average = [&](const VectorXd& y) -> VectorXd {
    const VectorXd x = f.matrixU().solve(y);
    VectorXd sum = VectorXd::Zero(d);
    for (const Order& order : finding) sum += there_and_back(q, order, x);
    return f.matrixU() * (sum / static_cast<double>(count));
  };
  VectorXd start(d);
  for (double& each : start) each = rng.normal();
  const EigenPairs pairs = largest_eigenpairs(average, start, {.accuracy = 1e-4, .most = 60});
  const Index last = pairs.values.size() - 1;
  const VectorXd slow =
      std::abs(pairs.values[last]) > pairs.values[0] ? pairs.vectors.col(last) : pairs.vectors.col(0);
  const VectorXd x = f.matrixU().solve(slow);
  double sum = 0, squares = 0;
  for (const Order& order : judging) {
    const double each = slow.dot(f.matrixU() * there_and_back(q, order, x));
    sum += each;
    squares += each * each;
  }
  const auto n = static_cast<double>(count);
  const double mean = sum / n;
  return {std::abs(mean), std::sqrt(std::max(0.0, squares / n - mean * mean) / (n - 1)), 2 * count};
}

}  // namespace

MatrixXd mean_sweep_matrix(const MatrixXd& precision) {
  const Index d = precision.rows();
  assert(d <= 16);
  const std::size_t sets = std::size_t{1} << d;
  std::vector<MatrixXd> mean(sets);
  mean[0] = MatrixXd::Identity(d, d);
  for (std::size_t set = 1; set < sets; ++set) {
    MatrixXd sum = MatrixXd::Zero(d, d);
    for (Index i = 0; i < d; ++i) {
      const std::size_t without = set & ~(std::size_t{1} << i);
      if (without == set) continue;
      const MatrixXd& m = mean[without];
      sum += m;
      sum.row(i) -= precision.row(i) * m / precision(i, i);
    }
    mean[set] = sum / std::popcount(set);
  }
  return mean[sets - 1];
}

PermutationRate permutation_rate(const MatrixXd& precision, std::size_t seed) {
  const MatrixXd q = unit_diagonal(precision);
  if (q.rows() > 12) return sampled_rate(q, seed);
  const Eigen::LLT<MatrixXd> f(q);
  MatrixXd mean = f.matrixU() * mean_sweep_matrix(q);
  mean = f.matrixU().solve<Eigen::OnTheRight>(mean).eval();
  const VectorXd e = symmetric_eigenvalues(0.5 * (mean + mean.transpose()));
  return {e.cwiseAbs().maxCoeff()};
}

}  // namespace cggibbs
