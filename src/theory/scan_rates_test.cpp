// Rates of scans against known answers, simulated chains, and the bound by kappa_r where its condition holds and where it fails.
#include "theory/scan_rates.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/symmetric_eigen.hpp"
#include "theory/gibbs_matrix.hpp"
#include "theory/test_matrices.hpp"

namespace cggibbs {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd pair_with(double r) {
  MatrixXd q(2, 2);
  q << 1, -r, -r, 1;
  return q;
}

/// A random precision without positive entries off the diagonal, some of them zero.
MatrixXd random_m_matrix(Rng& rng, Index d) {
  MatrixXd q = MatrixXd::Zero(d, d);
  const double zeros = rng.uniform();
  for (Index j = 0; j < d; ++j)
    for (Index i = 0; i < j; ++i)
      if (rng.uniform() > zeros) q(i, j) = q(j, i) = -rng.exponential();
  for (Index i = 0; i < d; ++i) q(i, i) = -q.row(i).sum() + std::exp(3 * rng.normal());
  const VectorXd s = random_scales(rng, d, 2);
  return s.asDiagonal() * q * s.asDiagonal();
}

double rho(const MatrixXd& q) {
  return spectral_radius(sweep_matrix(q)).value;
}

TEST(ScanRates, OfTwoCoordinatesAreThoseOfTheBooks) {
  for (const double r : {0.0, 0.3, -0.9}) {
    const ScanRates rates = scan_rates(pair_with(r));
    EXPECT_NEAR(rates.dugs.value, r * r, 1e-12);
    EXPECT_NEAR(rates.rsgs, std::pow((1 + std::abs(r)) / 2, 2), 1e-12);
    EXPECT_NEAR(rates.rpgs.rate, (r * r + std::abs(r)) / 2, 1e-12);
    EXPECT_NEAR(rates.kappa_r.upper, (1 + std::abs(r)) / (1 - std::abs(r)), 2e-2);
  }
}

TEST(ScanRates, OfOneCoordinateAreZero) {
  const ScanRates rates = scan_rates(MatrixXd::Constant(1, 1, 3));
  EXPECT_NEAR(rates.dugs.value, 0, 1e-15);
  EXPECT_NEAR(rates.rsgs, 0, 1e-15);
  EXPECT_NEAR(rates.rpgs.rate, 0, 1e-15);
}

/// Young: for tridiagonal matrices rho(B) = rho(A)^2.
TEST(ScanRates, OfAChainAreThoseOfTheBooks) {
  const Index d = 50;
  MatrixXd q = 2.1 * MatrixXd::Identity(d, d);
  for (Index i = 0; i + 1 < d; ++i) q(i, i + 1) = q(i + 1, i) = -1;
  const double a = 2 * std::cos(M_PI / static_cast<double>(d + 1)) / 2.1;
  EXPECT_NEAR(rho(q), a * a, 1e-6);
  EXPECT_NEAR(random_scan_rate(q), std::pow(1 - (1 - a) / 50, 50), 1e-10);
}

TEST(ScanRates, SweepMatrixIsWhatASweepDoesToTheMean) {
  Rng rng(1, 0);
  const MatrixXd q = random_covariance(rng, 6, 8);
  VectorXd x = random_scales(rng, 6, 1);
  const VectorXd predicted = sweep_matrix(q) * x;
  for (Index i = 0; i < 6; ++i) x[i] -= q.row(i).dot(x) / q(i, i);
  EXPECT_LT((x - predicted).norm(), 1e-12);
}

TEST(ScanRates, DoNotDependOnUnits) {
  Rng rng(2, 0);
  const MatrixXd q = random_covariance(rng, 7, 9);
  const VectorXd s = random_scales(rng, 7, 5);
  const ScanRates a = scan_rates(q), b = scan_rates(s.asDiagonal() * q * s.asDiagonal());
  EXPECT_NEAR(a.dugs.value, b.dugs.value, 1e-9);
  EXPECT_NEAR(rho(q), a.dugs.value, 1e-9);
  EXPECT_NEAR(a.rsgs, b.rsgs, 1e-10);
  EXPECT_NEAR(a.rpgs.rate, b.rpgs.rate, 1e-9);
}

TEST(ScanRates, MeanOverOrdersIsThatOfAllOrders) {
  Rng rng(3, 0);
  const Index d = 5;
  const MatrixXd q = random_covariance(rng, d, 7);
  std::vector<Index> order(d);
  std::iota(order.begin(), order.end(), 0);
  MatrixXd sum = MatrixXd::Zero(d, d);
  double count = 0;
  do {
    MatrixXd b = MatrixXd::Identity(d, d);
    for (Index i : order) b.row(i) -= (q.row(i) * b / q(i, i)).eval();
    sum += b;
    ++count;
  } while (std::next_permutation(order.begin(), order.end()));
  EXPECT_EQ(count, 120);
  EXPECT_LT((sum / count - mean_sweep_matrix(q)).norm(), 1e-10);
}

TEST(ScanRates, RandomOrdersGiveTheExactRateWithinTheirError) {
  Rng rng(4, 0);
  // Two independent copies of 7 coordinates: 14, which are sampled, at the rate of 7, which is exact.
  const MatrixXd q = random_covariance(rng, 7, 12);
  MatrixXd twice = MatrixXd::Zero(14, 14);
  twice.topLeftCorner(7, 7) = q;
  twice.bottomRightCorner(7, 7) = q;
  const PermutationRate exact = permutation_rate(q), sampled = permutation_rate(twice);
  EXPECT_EQ(exact.permutations, 0U);
  EXPECT_GT(sampled.permutations, 100U);
  EXPECT_NEAR(sampled.rate, exact.rate, 4 * sampled.error + 1e-4);
  EXPECT_LT(sampled.error, 0.01);
}

TEST(ScanRates, KrylovSpacesFindTheRadiusOfLargeMatrices) {
  Rng rng(7, 0);
  const Index half = 160;
  const MatrixXd q = random_covariance(rng, half, 3 * half);
  MatrixXd twice = MatrixXd::Zero(2 * half, 2 * half);
  twice.topLeftCorner(half, half) = q;
  twice.bottomRightCorner(half, half) = q;
  const SpectralRadius large = spectral_radius(sweep_matrix(twice));
  EXPECT_TRUE(large.accurate);
  EXPECT_NEAR(large.value, rho(q), 1e-6);
}

TEST(ScanRates, BoundHoldsOnRandomMMatrices) {
  Rng rng(5, 0);
  for (int round = 0; round < 2000; ++round) {
    const Index d = 2 + round % 9;
    MatrixXd q = random_m_matrix(rng, d);
    // A lower bound of kappa_r gives the sharper test of the two.
    const BestScaling k = best_scaling(ScaledMatrix(q), {.gap = 0.01});
    const double bound = std::exp(-1 / k.lower);
    EXPECT_TRUE(sign_condition(q).holds);
    EXPECT_LE(rho(q), bound + 1e-9);
    EXPECT_LE(random_scan_rate(q), bound + 1e-9);
    EXPECT_LE(rho(q), random_scan_rate(q) + 1e-9);
    // Signs of coordinates change neither.
    VectorXd signs(d);
    for (double& s : signs) s = rng.uniform() < 0.5 ? -1 : 1;
    const MatrixXd flipped = signs.asDiagonal() * q * signs.asDiagonal();
    EXPECT_TRUE(sign_condition(flipped).after_flips);
    EXPECT_NEAR(rho(flipped), rho(q), 1e-9);
  }
}

TEST(ScanRates, RandomScanIsBoundedWithoutTheCondition) {
  Rng rng(6, 0);
  for (int round = 0; round < 300; ++round) {
    const Index d = 2 + round % 7;
    const MatrixXd q = random_covariance(rng, d, d + 1);
    const BestScaling k = best_scaling(ScaledMatrix(q), {.gap = 0.01});
    EXPECT_LE(random_scan_rate(q), std::exp(-1 / k.upper) + 1e-9);
  }
}

/// Exchangeable coordinates with positive entries off the diagonal of the precision: fixed order crawls, as cyclic coordinate
/// descent does on such functions (Sun and Ye 2021).
TEST(ScanRates, BoundFailsWhereItsConditionFails) {
  const Index d = 40;
  MatrixXd q = MatrixXd::Constant(d, d, 0.9);
  q.diagonal().setOnes();
  const ScanRates rates = scan_rates(q);
  EXPECT_FALSE(rates.sign.holds);
  EXPECT_FALSE(rates.sign.after_flips);
  EXPECT_EQ(rates.sign.positive, 780U);
  EXPECT_NEAR(rates.kappa_r.upper, (1 + 39 * 0.9) / 0.1, 0.4);
  EXPECT_GT(rates.dugs.value, rates.bound);
  EXPECT_LE(rates.rsgs, rates.bound);
  EXPECT_LE(rates.rpgs.rate, rates.bound);
  // The condition is not necessary.
  MatrixXd weak = MatrixXd::Constant(3, 3, 0.1);
  weak.diagonal().setOnes();
  const ScanRates mild = scan_rates(weak);
  EXPECT_FALSE(mild.sign.after_flips);
  EXPECT_LT(mild.dugs.value, mild.bound);
}

}  // namespace
}  // namespace cggibbs
