#include "distributions/categorical.hpp"

#include <gtest/gtest.h>

#include <boost/math/distributions/chi_squared.hpp>

#include "distributions/numeric_derivative.hpp"

namespace cggibbs {
namespace {

const std::vector<double> weights{0.1, 0, 0.5, 0.25, 0.15};

TEST(Categorical, DensityIsTheWeightOverTheirSum) {
  EXPECT_NEAR(categorical::log_density(3, weights), std::log(0.5), 1e-15);
  EXPECT_EQ(categorical::log_density(2, weights), -inf);
  const std::vector<double> counts{2, 6};
  EXPECT_NEAR(categorical::log_density(1, counts), std::log(0.25), 1e-15);
}

TEST(Categorical, HasNoDensityOutsideItsCategoriesOrForInvalidWeights) {
  for (const double x : {0., -1., 1.5, 6., inf}) EXPECT_EQ(categorical::log_density(x, weights), -inf) << x;
  EXPECT_TRUE(std::isnan(categorical::log_density(nan, weights)));
  using W = std::vector<double>;
  EXPECT_EQ(categorical::log_density(1, W{0, 0}), -inf);
  EXPECT_EQ(categorical::log_density(1, W{2, -1}), -inf);
  EXPECT_EQ(categorical::log_density(1, W{1, inf}), -inf);
  EXPECT_EQ(categorical::log_density(1, W{}), -inf);
  EXPECT_TRUE(std::isnan(categorical::log_density(1, W{1, nan})));
}

TEST(Categorical, PartialsMatchFiniteDifferences) {
  std::vector<double> first(weights.size()), second(weights.size());
  for (const double x : {1., 3., 5.}) {
    categorical::partials(x, weights, first, second);
    for (std::size_t k = 0; k < weights.size(); ++k) {
      const auto f = [&](double v) {
        auto w = weights;
        w[k] = v;
        return categorical::log_density(x, w);
      };
      if (weights[k] == 0) continue;
      EXPECT_NEAR(first[k], numeric_derivative(f, weights[k], 0.02, 1), 1e-8) << k;
      EXPECT_NEAR(second[k], numeric_derivative(f, weights[k], 0.02, 2), 1e-5) << k;
    }
  }
}

TEST(Categorical, DrawsOccurInProportionToTheWeights) {
  Rng rng(1, 0);
  const int n = 20000;
  std::vector<int> seen(weights.size());
  for (int i = 0; i < n; ++i) {
    const double x = categorical::draw(rng, weights);
    ASSERT_GT(categorical::log_density(x, weights), -inf);
    ++seen[static_cast<std::size_t>(x) - 1];
  }
  double statistic = 0;
  for (std::size_t k = 0; k < weights.size(); ++k)
    if (weights[k] > 0) statistic += square(seen[k] - n * weights[k]) / (n * weights[k]);
  const boost::math::chi_squared_distribution<double> chi_squared(3);
  EXPECT_LT(statistic, boost::math::quantile(boost::math::complement(chi_squared, 1e-4)));
}

TEST(Categorical, SupportCountsFromOne) {
  const Support s = categorical::support(weights);
  EXPECT_EQ(s.lower, 1);
  EXPECT_EQ(s.upper, 5);
  EXPECT_TRUE(s.discrete);
}

}  // namespace
}  // namespace cggibbs
