// kappa_r against known answers, brute force, and its own invariances; bounds that hold on both sides.
#include "theory/best_scaling.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "base/rng.hpp"
#include "base/symmetric_eigen.hpp"
#include "theory/condition_numbers.hpp"
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

/// Above most_decomposed the ends come from Lanczos, or from a decomposition where, as in the second, most of one end is alike.
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
