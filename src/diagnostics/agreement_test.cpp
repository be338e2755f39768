// How often samplers of one law are said to differ, and which differences are found.
#include "diagnostics/agreement.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/rng.hpp"
#include "diagnostics/test_draws.hpp"

namespace cggibbs {
namespace {

/// A stationary autoregression of standard deviation 1; its effective sample size is (1 - phi) / (1 + phi) of its draws.
test::Sample autoregression(std::size_t chains, std::size_t draws, double phi, Rng& rng) {
  test::Sample s;
  for (std::size_t c = 0; c < chains; ++c) {
    double x = rng.normal();
    s.chains.emplace_back();
    for (std::size_t t = 0; t < draws; ++t) {
      s.chains.back().push_back(x);
      x = phi * x + std::sqrt(1 - phi * phi) * rng.normal();
    }
  }
  return s;
}

template <class F>
test::Sample mapped(test::Sample s, F f) {
  for (auto& chain : s.chains)
    for (double& x : chain) x = f(x);
  return s;
}

double p_of(const test::Sample& a, const test::Sample& b) {
  return contrast(a.views(), b.views()).p;
}

TEST(Agreement, RaisesNoMoreFalseAlarmsThanItSays) {
  // Pilots are short, and one sampler may be fifty times slower than the other. The thresholds are the expected
  // numbers and three standard deviations.
  int runs = 0, below_hundredth = 0, below_thousandth = 0;
  for (const std::size_t draws : {25, 100, 200})
    for (const double slow : {0.0, 0.5, 0.9, 0.97, 0.997})
      for (const double quick : {0.0, slow}) {
        Rng rng(7, draws);
        for (int r = 0; r < 60; ++r, ++runs) {
          const double p = p_of(autoregression(2, draws, slow, rng), autoregression(2, draws, quick, rng));
          below_hundredth += p < 0.01;
          below_thousandth += p < 0.001;
        }
      }
  EXPECT_LE(below_hundredth, 0.01 * runs + 3 * std::sqrt(0.01 * runs));
  EXPECT_LE(below_thousandth, 0.001 * runs + 3 * std::sqrt(0.001 * runs));
}

TEST(Agreement, FindsASpreadFifteenPercentTooSmallInAThousandEffectiveSamples) {
  // The difference is 5.1 errors of log sd, and 3.7 are needed: nine of ten are found, less three standard deviations.
  Rng rng(1, 1);
  int independent = 0, correlated = 0;
  for (int r = 0; r < 40; ++r) {
    const auto narrow = [](double x) { return 0.85 * x; };
    const Contrast c = contrast(autoregression(4, 250, 0, rng).views(),
                                mapped(autoregression(4, 250, 0, rng), narrow).views());
    if (c.p < false_alarms) {
      ++independent;
      EXPECT_GT(c.a, c.b);
    }
    correlated += p_of(autoregression(4, 750, 0.5, rng), mapped(autoregression(4, 750, 0.5, rng), narrow)) <
                  false_alarms;
  }
  EXPECT_GE(independent, 30);
  EXPECT_GE(correlated, 30);
}

TEST(Agreement, FindsALevelOffByAThirdOfTheSpreadAndSaysByHowMuch) {
  Rng rng(1, 2);
  const Contrast c =
      contrast(autoregression(4, 250, 0, rng).views(),
               mapped(autoregression(4, 250, 0, rng), [](double x) { return x + 0.33; }).views());
  EXPECT_LT(c.p, false_alarms);
  EXPECT_EQ(c.what, "median");
  // Errors of medians: 1.25 / sqrt(1000).
  EXPECT_NEAR(c.error_a, 0.04, 0.015);
  EXPECT_NEAR(c.b - c.a, 0.33, 4 * std::hypot(c.error_a, c.error_b));
}

TEST(Agreement, FindsMissingTailsOfALawWithoutMoments) {
  Rng rng(1, 3);
  const auto cauchy = [](double x) { return std::tan(1.5707 * std::erf(x / M_SQRT2)); };
  const auto cut = [&](double x) { return std::clamp(cauchy(x), -6.3, 6.3); };
  const auto a = autoregression(4, 1000, 0, rng), b = autoregression(4, 1000, 0, rng);
  EXPECT_GT(p_of(mapped(a, cauchy), mapped(b, cauchy)), 0.01);
  EXPECT_LT(p_of(mapped(a, cauchy), mapped(b, [](double x) { return 0.7 * std::sinh(x); })), false_alarms);
  EXPECT_LT(p_of(mapped(a, cauchy), mapped(b, [&](double x) { return std::fmod(cauchy(x), 6.3); })),
            false_alarms);
  EXPECT_GT(p_of(mapped(a, cut), mapped(b, cut)), 0.01);
}

TEST(Agreement, IsTheSameForAScaleAndItsLogarithm) {
  Rng rng(1, 4);
  const auto a = autoregression(2, 300, 0.3, rng),
             b = mapped(autoregression(2, 300, 0.3, rng), [](double x) { return x + 0.3; });
  const auto exp = [](double x) { return std::exp(x); };
  EXPECT_EQ(p_of(a, b), p_of(mapped(a, exp), mapped(b, exp)));
}

TEST(Agreement, DoesNotBlameChainsThatHardlyMoved) {
  Rng rng(1, 5);
  const auto good = autoregression(2, 200, 0, rng);
  int blamed = 0;
  for (int r = 0; r < 50; ++r) blamed += p_of(autoregression(2, 200, 0.999, rng), good) < false_alarms;
  EXPECT_EQ(blamed, 0);
  test::Sample apart;
  apart.chains = {std::vector<double>(200, -1.3), std::vector<double>(200, 2.1)};
  EXPECT_EQ(p_of(apart, good), 1);
  apart.chains[1] = apart.chains[0];
  EXPECT_EQ(p_of(apart, good), 1);
  EXPECT_FALSE(contrast(apart.views(), good.views()).known());
}

TEST(Agreement, KnowsNothingOfDrawsThatAreNotNumbersOrTooFew) {
  Rng rng(1, 6);
  const auto good = autoregression(2, 50, 0, rng);
  auto bad = autoregression(2, 50, 0, rng);
  bad.chains[1][7] = nan;
  EXPECT_EQ(p_of(bad, good), 1);
  EXPECT_EQ(p_of(good, autoregression(4, 5, 0, rng)), 1);
}

}  // namespace
}  // namespace cggibbs
