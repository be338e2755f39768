// kappa_r against known answers, brute force, and its own invariances; bounds that hold on both sides.
#include "theory/best_scaling.hpp"

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

#include <cmath>
#include <utility>
#include <vector>

#include "base/rng.hpp"
#include "base/symmetric_eigen.hpp"
#include "theory/condition_numbers.hpp"
#include "theory/scaling_bound.hpp"
#include "theory/test_matrices.hpp"

namespace cggibbs {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

double kappa(const MatrixXd& m) {
  const VectorXd e = symmetric_eigenvalues(m);
  return e[e.size() - 1] / e[0];
}

double kappa_scaled(const MatrixXd& m, const VectorXd& scale) {
  return kappa(scale.asDiagonal() * m * scale.asDiagonal());
}

void expect_known(const MatrixXd& m, double kappa_r, double gap = 1e-3) {
  const BestScaling found = best_scaling(ScaledMatrix(m), {.gap = gap});
  EXPECT_LE(found.lower, kappa_r * (1 + 1e-9));
  EXPECT_GE(found.upper, kappa_r * (1 - 1e-9));
  EXPECT_LE(found.upper, (1 + gap) * found.lower);
  if (m.rows() <= 400) {
    EXPECT_LE(kappa_scaled(m, found.scale), found.upper * (1 + 1e-9));
  }
}

TEST(BestScaling, OfTwoCoordinatesIsThatOfTheirCorrelation) {
  for (const double rho : {0.0, 0.3, -0.9, 0.999}) {
    MatrixXd m(2, 2);
    m << 4, 2 * 100 * rho, 2 * 100 * rho, 10000;
    expect_known(m, (1 + std::abs(rho)) / (1 - std::abs(rho)));
  }
}

TEST(BestScaling, OfOneCoordinateIsOne) {
  expect_known(MatrixXd::Constant(1, 1, 7), 1);
}

TEST(BestScaling, OfDiagonalMatricesIsOne) {
  Rng rng(1, 0);
  expect_known(random_scales(rng, 30, 3).asDiagonal().toDenseMatrix().cwiseAbs2(), 1);
}

/// Forsythe and Straus (1955): unit diagonals are best for matrices with property A, here tridiagonal.
TEST(BestScaling, OfTridiagonalMatricesIsThatOfTheirCorrelations) {
  Rng rng(2, 0);
  for (const Index d : {3, 10, 60}) {
    MatrixXd r = MatrixXd::Identity(d, d);
    for (Index i = 0; i + 1 < d; ++i) r(i, i + 1) = r(i + 1, i) = 0.49 * (2 * rng.uniform() - 1);
    const VectorXd s = random_scales(rng, d, 2);
    expect_known(s.asDiagonal() * r * s.asDiagonal(), kappa(r));
  }
}

/// log kappa is convex in the log scales, so where coordinates may be exchanged equal scales are best.
TEST(BestScaling, OfExchangeableCoordinatesIsThatOfTheirCorrelations) {
  for (const Index d : {3, 20, 300})
    for (const double rho : {0.2, 0.9}) {
      MatrixXd m = MatrixXd::Constant(d, d, rho);
      m.diagonal().setOnes();
      const auto n = static_cast<double>(d);
      expect_known(m, (1 + (n - 1) * rho) / (1 - rho));
      m.row(0) *= 50;
      m.col(0) *= 50;
      expect_known(m, (1 + (n - 1) * rho) / (1 - rho));
    }
}

TEST(BestScaling, OfCoordinatesInARingIsThatOfTheirCorrelations) {
  const Index d = 40;
  MatrixXd m(d, d);
  for (Index i = 0; i < d; ++i)
    for (Index j = 0; j < d; ++j) {
      const auto apart = static_cast<double>(std::min(std::abs(i - j), d - std::abs(i - j)));
      m(i, j) = std::exp(-0.3 * apart);
    }
  expect_known(m, kappa(m));
}

TEST(BestScaling, OfIndependentPartsIsThatOfTheWorst) {
  Rng rng(3, 0);
  const MatrixXd a = random_covariance(rng, 4, 6), b = random_covariance(rng, 7, 9);
  MatrixXd both = MatrixXd::Zero(11, 11);
  both.topLeftCorner(4, 4) = a;
  both.bottomRightCorner(7, 7) = 1e5 * b;
  const auto of_a = best_scaling(ScaledMatrix(a), {.gap = 1e-5}),
             of_b = best_scaling(ScaledMatrix(b), {.gap = 1e-5}),
             of_both = best_scaling(ScaledMatrix(both), {.gap = 1e-3});
  const double worst = std::max(of_a.upper, of_b.upper);
  EXPECT_LE(of_both.lower, worst * (1 + 1e-9));
  EXPECT_GE(of_both.upper, worst * (1 - 1e-4));
  EXPECT_LE(of_both.upper, (1 + 1e-3) * of_both.lower);
}

/// Cyclic search over the log scales with shrinking steps from several starts: slow, and knows nothing of eigenvectors.
double brute_force(const MatrixXd& m, Rng& rng) {
  double best = INFINITY;
  for (int start = 0; start < 4; ++start) {
    VectorXd x(m.rows());
    for (double& each : x) each = rng.normal();
    double here = kappa_scaled(m, x.array().exp());
    for (double step = 1; step > 1e-7;) {
      VectorXd direction(m.rows());
      for (double& each : direction) each = rng.normal();
      bool moved = false;
      for (const double sign : {1.0, -1.0}) {
        const VectorXd to = x + sign * step * direction;
        const double there = kappa_scaled(m, to.array().exp());
        if (there < here) {
          x = to;
          here = there;
          moved = true;
          break;
        }
      }
      step *= moved ? 1.5 : 0.9;
    }
    best = std::min(best, here);
  }
  return best;
}

TEST(BestScaling, AgreesWithBruteForceOnRandomMatrices) {
  Rng rng(4, 0);
  for (int round = 0; round < 15; ++round) {
    const Index d = 2 + round % 3;
    const MatrixXd m = random_covariance(rng, d, d + 1);
    const double searched = brute_force(m, rng);
    const BestScaling found = best_scaling(ScaledMatrix(m), {.gap = 1e-4});
    EXPECT_LE(found.lower, searched * (1 + 1e-10)) << d;
    EXPECT_LE(found.upper, searched * (1 + 2e-4)) << d;
    EXPECT_LE(found.upper, found.lower * (1 + 1e-4)) << d;
  }
}

TEST(BestScaling, LowerBoundHoldsForEveryScalingThatIsTried) {
  Rng rng(5, 0);
  for (int round = 0; round < 20; ++round) {
    const Index d = 3 + round % 8;
    const MatrixXd m = random_covariance(rng, d, d + 2);
    // Far from done, so that the bound is one of a bad scale.
    const BestScaling found = best_scaling(ScaledMatrix(m), {.gap = 0, .most_steps = round % 4});
    for (int t = 0; t < 200; ++t) {
      const VectorXd near = found.scale.cwiseProduct(random_scales(rng, d, 0.3 * rng.uniform()));
      EXPECT_GE(kappa_scaled(m, near), found.lower);
    }
  }
}

TEST(BestScaling, DoesNotDependOnUnits) {
  Rng rng(6, 0);
  const MatrixXd m = random_covariance(rng, 12, 15);
  const VectorXd s = random_scales(rng, 12, 10);
  const BestScaling a = best_scaling(ScaledMatrix(m)),
                    b = best_scaling(ScaledMatrix(s.asDiagonal() * m * s.asDiagonal()));
  EXPECT_NEAR(b.lower / a.lower, 1, 1e-8);
  EXPECT_NEAR(b.upper / a.upper, 1, 1e-8);
}

TEST(BestScaling, OfAnInverseIsTheSame) {
  Rng rng(7, 0);
  const MatrixXd m = random_covariance(rng, 9, 12);
  const ScaledMatrix covariance(m);
  const BestScaling a = best_scaling(covariance, {.gap = 1e-5}),
                    b = best_scaling(ScaledMatrix(covariance.precision()), {.gap = 1e-5});
  EXPECT_LE(std::max(a.lower, b.lower), std::min(a.upper, b.upper) * (1 + 1e-9));
}

TEST(BestScaling, ReachesItsGapOnMediumSizesOfManyKinds) {
  Rng rng(8, 0);
  const Index d = 60;
  MatrixXd hilbert(d, d);
  for (Index i = 0; i < d; ++i)
    for (Index j = 0; j < d; ++j) hilbert(i, j) = 1.0 / static_cast<double>(i + j + 1);
  hilbert.diagonal().array() += 1e-3;
  MatrixXd wide = random_covariance(rng, d, 20);
  wide.diagonal().array() += 0.1;
  for (const MatrixXd& m :
       {random_covariance(rng, d, 2 * d), random_covariance(rng, d, d + 3), hilbert, wide}) {
    const BestScaling found = best_scaling(ScaledMatrix(m));
    EXPECT_LE(found.upper, found.lower * 1.001);
    EXPECT_NEAR(kappa_scaled(m, found.scale) / found.upper, 1, 1e-7);
  }
}

/// Above most_decomposed the ends come from Lanczos, and a factorization proves that nothing is beyond them.
TEST(BestScaling, OfLargeMatricesHasProvenBounds) {
  Rng rng(9, 0);
  const Index d = 200;
  MatrixXd wide = random_covariance(rng, d, 20);
  wide.diagonal().array() += 0.1;
  for (const MatrixXd& m : {random_covariance(rng, d, 2 * d), wide}) {
    const BestScaling found = best_scaling(ScaledMatrix(m), {.gap = 0.01});
    EXPECT_LE(found.upper, found.lower * 1.0101);
    EXPECT_LE(kappa_scaled(m, found.scale), found.upper);
    EXPECT_GT(kappa_scaled(m, found.scale), found.lower);
  }
}

/// An orthogonal matrix, by Gram and Schmidt.
MatrixXd random_rotation(Rng& rng, Index d) {
  MatrixXd q(d, d);
  for (Index j = 0; j < d; ++j) {
    for (Index i = 0; i < d; ++i) q(i, j) = rng.normal();
    for (int twice = 0; twice < 2; ++twice)
      q.col(j) -= q.leftCols(j) * (q.leftCols(j).transpose() * q.col(j)).eval();
    q.col(j).normalize();
  }
  return q;
}

/// A posterior of more coefficients than rows: the prior rules most directions, whose eigenvalues are equal.
MatrixXd prior_ruled(Rng& rng, Index d, Index rows) {
  MatrixXd q = 5 * random_covariance(rng, d, rows);
  q.diagonal().array() += 0.01;
  return ScaledMatrix(q).precision();
}

TEST(BestScaling, OfHardLargeMatricesTakesFewSteps) {
  Rng rng(11, 0);
  const Index d = 300;
  std::vector<std::pair<const char*, MatrixXd>> hard;
  hard.emplace_back("prior", prior_ruled(rng, d, 30));
  MatrixXd outliers = MatrixXd::Identity(d, d) + 100 * random_covariance(rng, d, 3);
  hard.emplace_back("three large eigenvalues", outliers);
  MatrixXd blocks = MatrixXd::Zero(d, d);
  for (Index k = 0; k < d; k += 20) blocks.block(k, k, 20, 20) = random_covariance(rng, 20, 22 + k / 20);
  hard.emplace_back("blocks", blocks);
  blocks += 1e-3 * random_covariance(rng, d, d);
  hard.emplace_back("nearly blocks", blocks);
  const MatrixXd q = random_rotation(rng, d);
  const VectorXd spectrum = VectorXd::LinSpaced(d, 0, std::log(1e8)).array().exp();
  hard.emplace_back("condition 1e8", q * spectrum.asDiagonal() * q.transpose());
  for (const auto& [name, m] : hard) {
    SCOPED_TRACE(name);
    const BestScaling found = best_scaling(ScaledMatrix(m), {.gap = 0.01});
    EXPECT_LE(found.upper, found.lower * 1.01);
    EXPECT_LE(found.steps, 60);
    EXPECT_LE(kappa_scaled(m, found.scale), found.upper * (1 + 1e-6));
    EXPECT_GE(kappa_scaled(m, found.scale), found.lower * (1 - 1e-6));
  }
}

TEST(BestScaling, EndsWithBoundsThatHoldWhenWorkIsOver) {
  Rng rng(12, 0);
  for (const Index d : {20, 200}) {
    const MatrixXd m = random_covariance(rng, d, d + 10);
    const ScaledMatrix scaled(m);
    const BestScaling close = best_scaling(scaled, {.gap = 1e-3});
    double told = 0;
    const BestScaling none = best_scaling(
        scaled, {.gap = 1e-6, .most_work = 0, .progress = [&](double, double, double) { ++told; }});
    EXPECT_EQ(none.steps, 0);
    EXPECT_EQ(told, 1);
    EXPECT_LE(none.lower, close.upper);
    EXPECT_GE(none.upper, close.lower);
    EXPECT_LE(kappa_scaled(m, none.scale), none.upper * (1 + 1e-9));
    const double step = 2.0 * static_cast<double>(d * d) * (std::sqrt(2.0 * static_cast<double>(d)) + 2);
    const BestScaling some = best_scaling(scaled, {.gap = 1e-6, .most_work = 50 * step});
    EXPECT_LE(some.steps, 50);
  }
}

TEST(BestScaling, AllowsForTheRoundingOfCorrelations) {
  using Wide = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
  Rng rng(12, 0);
  int beyond_rounded = 0;
  for (int round = 0; round < 20; ++round) {
    MatrixXd a = MatrixXd::Identity(6, 6);
    for (Index i = 0; i < 6; ++i)
      for (Index j = 0; j < i; ++j) a(i, j) = 30 * rng.normal();
    const MatrixXd m = a * a.transpose();
    const BestScaling found = best_scaling(ScaledMatrix(m), {.gap = 1e-4});
    const Wide scale = found.scale.cast<long double>().asDiagonal();
    const Wide scaled = scale * m.cast<long double>() * scale;
    const auto values = Eigen::SelfAdjointEigenSolver<Wide>(scaled, Eigen::EigenvaluesOnly).eigenvalues();
    const auto exact = static_cast<double>(values[5] / values[0]);
    EXPECT_LE(exact, found.upper) << round;
    beyond_rounded += exact > 1e12 ? 1 : 0;
  }
  EXPECT_GT(beyond_rounded, 0);
}

TEST(BestScaling, StopsWhereDigitsEnd) {
  MatrixXd hilbert(9, 9);
  for (Index i = 0; i < 9; ++i)
    for (Index j = 0; j < 9; ++j) hilbert(i, j) = 1.0 / static_cast<double>(i + j + 1);
  const BestScaling found = best_scaling(ScaledMatrix(hilbert), {.gap = 1e-6});
  EXPECT_LE(found.lower, found.upper);
  EXPECT_LT(found.steps, 20'000);
}

TEST(ScalingBound, HoldsForAnyRows) {
  Rng rng(13, 0);
  const auto random = [&](Index rows, Index cols) {
    MatrixXd m(rows, cols);
    for (double& each : m.reshaped()) each = rng.normal();
    return m;
  };
  for (int round = 0; round < 50; ++round) {
    const Index d = 2 + round % 7;
    const ScaledMatrix m(random_covariance(rng, d, d + 1));
    const double least = best_scaling(m, {.gap = 1e-4}).upper;
    for (int t = 0; t < 20; ++t) {
      const MatrixXd z = m.solve(random(d, 2)), y = random(d, 3);
      EXPECT_LE(scaling_lower_bound(m, y, z), least);
      const VectorXd fit = z.rowwise().norm().cwiseQuotient(y.rowwise().norm());
      EXPECT_LE(scaling_lower_bound(m, fit.asDiagonal() * y, z), least);
    }
  }
}

TEST(ConditionNumbers, OfCorrelationsMayExceedThatOfTheCovariance) {
  MatrixXd m(3, 3);
  m << 3, -1, -2, -1, 2, 1, -2, 1, 3;
  const ConditionNumbers c = condition_numbers(ScaledMatrix(m));
  EXPECT_NEAR(c.kappa, 5.561553, 1e-6);
  EXPECT_NEAR(c.kappa_cor, 6, 1e-9);
  EXPECT_LE(c.r.upper, c.kappa);
}

TEST(ConditionNumbers, AreInOrder) {
  Rng rng(10, 0);
  for (int round = 0; round < 100; ++round) {
    const MatrixXd m = random_covariance(rng, 3, 4);
    const ConditionNumbers c = condition_numbers(ScaledMatrix(m));
    EXPECT_LE(c.r.upper, std::min(c.kappa, c.kappa_cor) * (1 + 1e-12));
    EXPECT_LE(c.r.lower, c.r.upper);
    EXPECT_NEAR(c.kappa / kappa(m), 1, 1e-6);
  }
}

TEST(ConditionNumbers, OfExtremeUnitsAreExact) {
  MatrixXd m(2, 2);
  m << 1, 0.5e-12, 0.5e-12, 1e-24;
  const ConditionNumbers c = condition_numbers(ScaledMatrix(m));
  EXPECT_NEAR(c.kappa / (1 / 0.75e-24), 1, 1e-6);  // 1 + s^2/4 over s^2 (3/4)
  EXPECT_NEAR(c.kappa_cor, 3, 1e-12);
}

}  // namespace
}  // namespace cggibbs
