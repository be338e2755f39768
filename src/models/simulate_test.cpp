// Synthetic data have the moments that were asked for, and absurd requests are refused.
#include "models/simulate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

#include "base/rng.hpp"
#include "base/special.hpp"
#include "base/test_error.hpp"
#include "models/standardize.hpp"

namespace cggibbs {
namespace {

using testing::HasSubstr;

std::string refusal(const SimulateSettings& s) {
  return test::error_of([&] { simulate(s); });
}

double mean_of(std::span<const double> v) {
  return std::accumulate(v.begin(), v.end(), 0.0) / static_cast<double>(v.size());
}

double correlation(std::span<const double> a, std::span<const double> b) {
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += a[i] * b[i];
    aa += a[i] * a[i];
    bb += b[i] * b[i];
  }
  return ab / std::sqrt(aa * bb);
}

TEST(Simulate, SameSeedSameDataAndTheSameMatrixForEveryFamily) {
  const auto a = simulate({.family = Family::bernoulli, .seed = 7});
  const auto b = simulate({.family = Family::bernoulli, .seed = 7});
  const auto c = simulate({.family = Family::poisson, .effect = 0.1, .seed = 7});
  const auto d = simulate({.family = Family::bernoulli, .seed = 8});
  EXPECT_EQ(a.y, b.y);
  EXPECT_EQ(std::get<DenseMatrix>(a.x).values, std::get<DenseMatrix>(c.x).values);
  EXPECT_NE(std::get<DenseMatrix>(a.x).values, std::get<DenseMatrix>(d.x).values);
}

TEST(Simulate, NoNumberOfADataSetIsThatOfAChainWithTheSameSeed) {
  const auto data = simulate({.rows = 20, .cols = 2, .groups = 2, .effect = 0, .seed = 5});
  std::set<double> numbers(data.y.begin(), data.y.end());
  for (double x : std::get<DenseMatrix>(data.x).values) numbers.insert(x);
  for (const auto& t : data.truth) numbers.insert(t.value / simulated_group_sd);
  for (std::size_t i = 0; i < data.y.size(); ++i)  // less the group effect: the noise itself
    for (const auto& t : data.truth) numbers.insert(data.y[i] - t.value);
  for (std::uint64_t chain = 0; chain < 1100; ++chain) {
    Rng rng(5, chain);
    for (int i = 0; i < 60; ++i) {
      const double z = rng.normal();
      const auto near = numbers.lower_bound(z - 1e-12);
      EXPECT_FALSE(near != numbers.end() && *near < z + 1e-12) << chain << " " << z;
    }
  }
}

TEST(Simulate, MeansOfTheResponseFollowTheFamily) {
  // No signal: the mean is that of the intercept; tolerance five standard errors at n = 40000.
  const auto mean = [](Family family, double intercept) {
    return mean_of(simulate({.family = family,
                             .rows = 40000,
                             .cols = 1,
                             .signal = 0,
                             .intercept = intercept,
                             .dispersion = 2,
                             .trials = 4,
                             .seed = 3})
                       .y);
  };
  EXPECT_NEAR(mean(Family::gaussian, 1), 1, 0.05);
  EXPECT_NEAR(mean(Family::student_t, 1), 1, 0.07);
  EXPECT_NEAR(mean(Family::bernoulli, std::log(3)), 0.75, 0.011);
  EXPECT_NEAR(mean(Family::binomial, std::log(3)), 3, 0.022);
  EXPECT_NEAR(mean(Family::poisson, std::log(4)), 4, 0.05);
  EXPECT_NEAR(mean(Family::negative_binomial, std::log(4)), 4, 0.09);
  EXPECT_NEAR(mean(Family::gamma, std::log(4)), 4, 0.08);
  EXPECT_NEAR(mean(Family::beta, std::log(3)), 0.75, 0.007);
}

TEST(Simulate, NeighbouringColumnsHaveTheCorrelationAskedFor) {
  const auto s = simulate({.rows = 20000, .cols = 3, .correlation = 0.8, .seed = 1});
  const auto& x = std::get<DenseMatrix>(s.x);
  EXPECT_NEAR(correlation(x.col(0), x.col(1)), 0.8, 0.02);
  EXPECT_NEAR(correlation(x.col(0), x.col(2)), 0.64, 0.03);
}

TEST(Simulate, ZerosHaveTheShareAskedFor) {
  const auto s = simulate({.rows = 2000, .cols = 50, .sparsity = 0.9, .seed = 1});
  ASSERT_TRUE(std::holds_alternative<SparseMatrix>(s.x));
  EXPECT_NEAR(share_of_zeros(s.x), 0.9, 0.005);
  const auto correlated =
      simulate({.rows = 2000, .cols = 50, .sparsity = 0.3, .correlation = 0.5, .seed = 1});
  EXPECT_NEAR(share_of_zeros(correlated.x), 0.3, 0.01);
}

TEST(Simulate, GenesOfAModuleAreCorrelatedAndThoseOfOthersAreNot) {
  const auto s =
      simulate({.family = Family::bernoulli, .rows = 5000, .cols = 200, .shape = Shape::genes, .seed = 2});
  const auto& x = std::get<DenseMatrix>(s.x);
  double within = 0, between = 0;
  for (std::size_t j = 0; j < 9; ++j) {
    within += std::abs(correlation(x.col(j), x.col(j + 1))) / 9;
    between += std::abs(correlation(x.col(j), x.col(j + 100))) / 9;
  }
  EXPECT_GT(within, 0.2);
  EXPECT_LT(between, 0.05);
}

TEST(Simulate, SignalIsInFrontWithAlternatingSignsOrSpreadOverModules) {
  const auto plain = simulate({.cols = 4, .signal = 3, .effect = 2});
  std::vector<double> values;
  for (const auto& t : plain.truth) values.push_back(t.value);
  EXPECT_EQ(values, (std::vector<double>{0, 2, -2, 2, 0, 1}));  // intercept, x1 ... x4, sigma
  const auto genes = simulate({.cols = 100, .shape = Shape::genes, .signal = 2});
  EXPECT_EQ(genes.truth[26].value, 1);
  EXPECT_EQ(genes.truth[76].value, -1);
}

TEST(Simulate, TruthNamesAreThoseOfAFit) {
  const auto s = simulate({.family = Family::student_t, .cols = 1, .groups = 12});
  EXPECT_EQ(s.truth[0].variable, "Intercept");
  EXPECT_EQ(s.truth[1].variable, "x1");
  EXPECT_EQ(s.truth[2].variable, "sd(Intercept|group)");
  EXPECT_EQ(s.truth[3].variable, "Intercept|group[g01]");
  EXPECT_EQ(s.truth[15].variable, "sigma");
  EXPECT_EQ(s.truth[16].variable, "nu");
  EXPECT_EQ(s.group[12], 0u);
}

TEST(Simulate, RefusesAbsurdSettings) {
  EXPECT_THAT(refusal({.rows = 0}), HasSubstr("`rows=0`"));
  EXPECT_THAT(refusal({.cols = 0}), HasSubstr("`cols=0`"));
  EXPECT_THAT(refusal({.sparsity = 1}), HasSubstr("`sparsity=1` must be"));
  EXPECT_THAT(refusal({.sparsity = std::nan("")}), HasSubstr("`sparsity=nan`"));
  EXPECT_THAT(refusal({.correlation = -1}), HasSubstr("`correlation=-1`"));
  EXPECT_THAT(refusal({.shape = Shape::genes, .correlation = 0.5}), HasSubstr("correlations of its own"));
  EXPECT_THAT(refusal({.groups = 1}), HasSubstr("at least two groups"));
  EXPECT_THAT(refusal({.rows = 3, .groups = 4}), HasSubstr("more than the 3 rows"));
  EXPECT_THAT(refusal({.cols = 2, .signal = 3}), HasSubstr("more than the 2 columns"));
  EXPECT_THAT(refusal({.cols = 2, .coefficients = {1}}), HasSubstr("1 values for 2 columns"));
  EXPECT_THAT(refusal({.cols = 1, .coefficients = {inf}}), HasSubstr("not a finite number"));
  EXPECT_THAT(refusal({.effect = inf}), HasSubstr("`effect=inf`"));
  EXPECT_THAT(refusal({.intercept = inf}), HasSubstr("`intercept=inf`"));
  EXPECT_THAT(refusal({.dispersion = 0}), HasSubstr("`dispersion=0`"));
  EXPECT_THAT(refusal({.trials = 0}), HasSubstr("`trials=0`"));
  EXPECT_THAT(refusal({.link = Link::logit}), HasSubstr("`link=logit` does not go with `family=gaussian`"));
}

TEST(Simulate, RefusesMeansOutsideTheFamily) {
  EXPECT_THAT(refusal({.family = Family::poisson, .link = Link::identity}),
              HasSubstr("but for `family=poisson` with `link=identity` it must not be negative"));
  EXPECT_THAT(refusal({.family = Family::poisson, .intercept = 100}), HasSubstr("smaller `effect`"));
  EXPECT_THAT(refusal({.family = Family::gamma, .link = Link::inverse}), HasSubstr("must be positive"));
}

}  // namespace
}  // namespace cggibbs
