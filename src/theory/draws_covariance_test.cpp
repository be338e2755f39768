// Condition numbers from draws, against covariances that are known.
#include "theory/draws_covariance.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/rng.hpp"
#include "theory/condition_numbers.hpp"

namespace cggibbs {
namespace {

struct FromDraws : DrawsCovariance {
  double kappa, kappa_cor, kappa_r;
};

FromDraws condition_numbers(std::size_t n, std::size_t d, std::span<const double> draws) {
  FromDraws out{draws_covariance(n, d, draws), 0, 0, 0};
  const ConditionNumbers c = cggibbs::condition_numbers(ScaledMatrix(out.covariance));
  out.kappa = c.kappa;
  out.kappa_cor = c.kappa_cor;
  out.kappa_r = c.r.upper;
  return out;
}

/// n draws of (a, b, c) with correlation rho between a and b, scaled by s.
std::vector<double> correlated(std::size_t n, double rho, const double (&s)[3]) {
  Rng rng(1, 0);
  std::vector<double> x(3 * n);
  for (std::size_t t = 0; t < n; ++t) {
    const double a = rng.normal(), b = rho * a + std::sqrt(1 - rho * rho) * rng.normal();
    x[t] = s[0] * a;
    x[n + t] = s[1] * b;
    x[2 * n + t] = s[2] * rng.normal();
  }
  return x;
}

TEST(DrawsCovariance, OfCorrelatedAxesOfDifferentScale) {
  const auto x = correlated(20000, 0.8, {1, 10, 100});
  const auto c = condition_numbers(20000, 3, x);
  EXPECT_NEAR(c.kappa_cor, 1.8 / 0.2, 0.4);
  EXPECT_GT(c.kappa, 1e4);
  EXPECT_NEAR(c.kappa_r, 9, 0.4);  // two correlated axes cannot be improved by scaling
  EXPECT_LT(c.shrinkage, 0.01);
  EXPECT_FALSE(c.rough);
}

TEST(DrawsCovariance, AQuantityMadeOfOthersChangesNothing) {
  const std::size_t n = 20000;
  auto x = correlated(n, 0.8, {1, 10, 100});
  const auto before = condition_numbers(n, 3, x);
  for (std::size_t t = 0; t < n; ++t) x.push_back(x[t] - 0.3 * x[n + t] + 2 * x[2 * n + t]);
  const auto after = condition_numbers(n, 4, x);
  EXPECT_DOUBLE_EQ(after.kappa, before.kappa);
  EXPECT_DOUBLE_EQ(after.kappa_cor, before.kappa_cor);
  EXPECT_DOUBLE_EQ(after.kappa_r, before.kappa_r);
}

TEST(DrawsCovariance, ScalingNeverMakesItWorseThanTheOthers) {
  for (const double rho : {0.0, 0.5, 0.99}) {
    const auto x = correlated(500, rho, {1, 1, 3});
    const auto c = condition_numbers(500, 3, x);
    EXPECT_LE(c.kappa_r, c.kappa * (1 + 1e-12));
    EXPECT_LE(c.kappa_r, c.kappa_cor * (1 + 1e-12));
    EXPECT_GE(c.kappa_r, 1);
  }
}

TEST(DrawsCovariance, FewDrawsOfIndependentAxesAreNotTakenForCorrelation) {
  Rng rng(2, 0);
  std::vector<double> x(std::size_t{40} * 100);
  for (double& v : x) v = rng.normal();
  const auto c = condition_numbers(40, 100, x);
  EXPECT_LT(c.kappa_cor, 3);
  EXPECT_GT(c.shrinkage, 0.8);
  EXPECT_TRUE(c.rough);
}

TEST(DrawsCovariance, OneNarrowDirectionAmongManyIsSeen) {
  Rng rng(4, 0);
  const std::size_t n = 1000, d = 100;
  std::vector<double> x(n * d);
  for (std::size_t t = 0; t < n; ++t) {
    double mean = 0;
    for (std::size_t k = 0; k < d; ++k) mean += (x[k * n + t] = rng.normal()) / static_cast<double>(d);
    for (std::size_t k = 0; k < d; ++k) x[k * n + t] -= 0.9 * mean;  // variance 0.01 along (1, ..., 1)
  }
  const auto c = condition_numbers(n, d, x);
  EXPECT_GT(c.kappa_cor, 80);
  EXPECT_LT(c.kappa_cor, 300);
  EXPECT_TRUE(c.rough);
}

TEST(DrawsCovariance, ConstantColumnsAreLeftOut) {
  auto x = correlated(1000, 0, {1, 1, 1});
  x.insert(x.end(), 1000, 7.0);
  EXPECT_LT(condition_numbers(1000, 4, x).kappa, 1.5);
}

}  // namespace
}  // namespace cggibbs
