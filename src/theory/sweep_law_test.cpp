// Laws, distances and autocorrelations against simulated chains, quadrature and plain recursions.
#include "theory/sweep_law.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "base/special.hpp"
#include "theory/gaussian_distance.hpp"
#include "theory/sweep_ess.hpp"
#include "theory/test_matrices.hpp"

namespace cggibbs {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

void sweep(const MatrixXd& q, VectorXd& x, Rng& rng) {
  for (Index i = 0; i < x.size(); ++i) x[i] += -q.row(i).dot(x) / q(i, i) + rng.normal() / std::sqrt(q(i, i));
}

TEST(SweepLaw, IsThatOfSimulatedChains) {
  Rng rng(1, 0);
  const Index d = 4;
  const MatrixXd q = random_covariance(rng, d, 5);
  VectorXd start(d);
  start << 1, -2, 0, 3;
  SweepLaw law(whitened_sweep(q), start);
  law.advance(3);
  const int chains = 40000;
  VectorXd mean = VectorXd::Zero(d);
  MatrixXd second = MatrixXd::Zero(d, d);
  for (int c = 0; c < chains; ++c) {
    VectorXd x = start;
    for (int t = 0; t < 3; ++t) sweep(q, x, rng);
    mean += x / chains;
    second += x * x.transpose() / chains;
  }
  const MatrixXd covariance = law.covariance();
  const MatrixXd found = second - mean * mean.transpose();
  for (Index i = 0; i < d; ++i) {
    EXPECT_NEAR(mean[i], law.offset()[i], 4 * std::sqrt(covariance(i, i) / chains));
    for (Index j = 0; j <= i; ++j) {
      const double error =
          std::sqrt((covariance(i, i) * covariance(j, j) + square(covariance(i, j))) / chains);
      EXPECT_NEAR(found(i, j), covariance(i, j), 4.5 * error);
    }
  }
}

TEST(SweepLaw, PowersAreSingleSteps) {
  Rng rng(2, 0);
  const Index d = 5;
  const MatrixXd q = random_covariance(rng, d, 8), s0 = random_covariance(rng, d, 9);
  const MatrixXd b = sweep_matrix(q), s = q.inverse();
  const VectorXd start = random_scales(rng, d, 1);
  SweepLaw law(whitened_sweep(q), start, s0);
  VectorXd mean = start;
  MatrixXd covariance = s0;
  for (int t = 0; t < 11; ++t) {
    mean = b * mean;
    covariance = s + b * (covariance - s) * b.transpose();
  }
  law.advance(4);
  law.advance(7);
  EXPECT_EQ(law.sweeps(), 11);
  EXPECT_LT((law.offset() - mean).norm(), 1e-9);
  EXPECT_LT((law.covariance() - covariance).norm(), 1e-9);
}

TEST(SweepEss, AutocorrelationsAreThoseOfASimulatedChain) {
  Rng rng(3, 0);
  const Index d = 3;
  const MatrixXd q = random_covariance(rng, d, 6);
  const WhitenedSweep target = whitened_sweep(q);
  const MatrixXd s = q.inverse();
  VectorXd x = VectorXd::Zero(d);
  const int n = 100000;
  MatrixXd path(d, n);
  for (int t = 0; t < 100; ++t) sweep(q, x, rng);
  for (int t = 0; t < n; ++t) {
    sweep(q, x, rng);
    path.col(t) = x;
  }
  const SweepEss ess = sweep_ess(target);
  for (const int lag : {1, 3}) {
    const VectorXd predicted = sweep_autocorrelation(target, lag);
    for (Index i = 0; i < d; ++i) {
      const double found = path.row(i).head(n - lag).dot(path.row(i).tail(n - lag)) / (n - lag) / s(i, i);
      EXPECT_NEAR(found, predicted[i], 5 / std::sqrt(n * ess.least)) << i << " lag " << lag;
    }
  }
  for (Index i = 0; i < d; ++i) {
    double time = 1;
    for (int lag = 1; lag < 400; ++lag) time += 2 * sweep_autocorrelation(target, lag)[i];
    EXPECT_NEAR(ess.coordinates[i], 1 / time, 1e-6);
    EXPECT_GE(ess.coordinates[i], ess.least - 1e-12);
  }
}

TEST(GaussianDistance, TotalVariationOnALineIsThatOfQuadrature) {
  for (const double mean : {0.0, 0.3, -2.0})
    for (const double sd : {1.0, 0.5, 1.4}) {
      double sum = 0;
      const double h = 1e-3;
      for (double x = -12; x < 12; x += h)
        sum += std::abs(std::exp(-0.5 * x * x) - std::exp(-0.5 * square((x - mean) / sd)) / sd) * h;
      EXPECT_NEAR(total_variation(mean, sd), 0.5 * sum / std::sqrt(2 * M_PI), 1e-5) << mean << " " << sd;
    }
}

TEST(GaussianDistance, IsThatOfQuadratureInOneDimension) {
  const double mean = 0.4, variance = 0.7, sd = 2.5;  // of the law relative to a target with this sd
  const RelativeLaw law{VectorXd::Constant(1, mean), MatrixXd::Constant(1, 1, variance - 1)};
  const GaussianDistance g = gaussian_distance(law, MatrixXd::Constant(1, 1, sd));
  double kl = 0, chi2 = -1;
  const double h = 1e-3;
  for (double x = -12; x < 12; x += h) {
    const double target = std::exp(-0.5 * x * x) / std::sqrt(2 * M_PI);
    const double p = std::exp(-0.5 * square(x - mean) / variance) / std::sqrt(2 * M_PI * variance);
    if (p > 0) kl += p * std::log(p / target) * h;
    chi2 += p * p / target * h;
  }
  EXPECT_NEAR(g.kl, kl, 1e-6);
  EXPECT_NEAR(g.chi2, chi2, 1e-6);
  EXPECT_NEAR(g.w2, sd * std::hypot(mean, 1 - std::sqrt(variance)), 1e-12);
  EXPECT_NEAR(g.tv_lower, total_variation(mean, std::sqrt(variance)), 1e-12);
  EXPECT_GE(g.tv_upper, g.tv_lower);
}

TEST(GaussianDistance, OfSmallAndLargeDifferencesFitTogether) {
  Rng rng(4, 0);
  const Index d = 4;
  const MatrixXd factor = whitened_sweep(random_covariance(rng, d, 6)).factor;
  MatrixXd shape = random_covariance(rng, d, 6);
  shape /= shape.cwiseAbs().maxCoeff();
  const RelativeLaw a{VectorXd::Zero(d), 0.99e-4 * shape}, b{VectorXd::Zero(d), 1.01e-4 * shape};
  const GaussianDistance near = gaussian_distance(a, factor), far = gaussian_distance(b, factor);
  EXPECT_NEAR(far.w2 / near.w2, 1.01 / 0.99, 1e-3);
  EXPECT_NEAR(far.kl / near.kl, square(1.01 / 0.99), 1e-3);
  EXPECT_NEAR(near.chi2 / near.kl, 2, 1e-2);
  EXPECT_LE(near.tv_lower, near.tv_upper);
}

TEST(GaussianDistance, DecaysAtTheRateOfTheSweepAndBoundsStayInOrder) {
  Rng rng(5, 0);
  const MatrixXd q = random_covariance(rng, 5, 7);
  SweepLaw law(whitened_sweep(q), VectorXd::Ones(5));
  GaussianDistance before = gaussian_distance(law.relative(), law.factor());
  EXPECT_TRUE(std::isinf(before.kl));
  EXPECT_EQ(before.tv_upper, 1);
  for (int t = 1; t < 30; ++t) {
    law.advance(1);
    const GaussianDistance g = gaussian_distance(law.relative(), law.factor());
    EXPECT_LE(g.tv_lower, g.tv_upper);
    EXPECT_LE(g.kl, before.kl * (1 + 1e-12));
    EXPECT_LE(g.chi2, before.chi2 * (1 + 1e-12));
    before = g;
  }
}

}  // namespace
}  // namespace cggibbs
