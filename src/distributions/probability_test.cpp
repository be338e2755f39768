// Intervals far out in both tails, quantiles of integers, and slopes of everything against finite differences.
#include "distributions/probability.hpp"

#include <gtest/gtest.h>

#include "distributions/example_arguments.hpp"
#include "distributions/numeric_derivative.hpp"

namespace cggibbs {
namespace {

double interval(const std::string& name, std::vector<double> a) {
  return probability(ProbabilityOp::log_interval, *find_distribution(name), a.data());
}

TEST(LogInterval, KeepsItsDigitsFarOutInBothTails) {
  // by mpmath with 60 digits
  EXPECT_NEAR(interval("normal", {8, 9, 0, 1}), -35.01361859343714812, 1e-12);
  EXPECT_NEAR(interval("normal", {-9, -8, 0, 1}), -35.01361859343714812, 1e-12);
  EXPECT_NEAR(interval("normal", {38, inf, 0, 1}), -726.5572160188201301, 1e-10);
  EXPECT_NEAR(interval("normal", {-inf, -38, 0, 1}), -726.5572160188201301, 1e-10);
  EXPECT_NEAR(interval("normal", {-1, 2, 0.3, 1.5}), -0.3880174375535537729, 1e-14);
  EXPECT_NEAR(interval("logistic", {50, 60, 0, 1}), -50.00004540096037049, 1e-12);
  EXPECT_NEAR(interval("exponential", {800, inf, 1}), -800, 1e-12);
  EXPECT_NEAR(interval("gamma", {80, inf, 2.5, 1.2}), -89.42257668268476967, 1e-11);
  EXPECT_NEAR(interval("student_t", {1e3, inf, 3, 0, 1}), -20.62554599789671976, 1e-10);
  EXPECT_NEAR(interval("weibull", {30, 31, 2, 1.5}), -400.0000000000016819, 1e-11);
  EXPECT_NEAR(interval("beta", {0.999, 1, 2, 9}), -59.86811282308834393, 1e-11);
  EXPECT_NEAR(interval("poisson", {60, inf, 2.5}), -136.1089117758045219, 1e-11);
  EXPECT_NEAR(interval("binomial", {1, 2, 0.3, 7}), -0.571433745718549, 1e-13);
}

TEST(LogInterval, OfAllIsNothingAndOfNothingIsNotAsked) {
  EXPECT_EQ(interval("normal", {-inf, inf, 0, 1}), 0);
  EXPECT_EQ(interval("gamma", {0, inf, 2, 1}), 0);
  EXPECT_EQ(interval("gamma", {-3, inf, 2, 1}), 0);
  EXPECT_EQ(interval("normal", {2, 1, 0, 1}), 0);
  EXPECT_EQ(interval("poisson", {0, inf, 2}), 0);
  EXPECT_TRUE(std::isnan(interval("normal", {nan, 1, 0, 1})));
}

TEST(LogInterval, SumsTheProbabilitiesOfItsIntegers) {
  for (const auto& name : distribution_names()) {
    const Distribution& d = *find_distribution(name);
    if (!d.discrete) continue;
    auto values = examples.at(d.name).values;
    values.erase(values.begin());
    for (const auto& p : cross(values)) {
      if (d.support(p.data()).upper < 3 || d.support(p.data()).lower > 2) continue;
      std::vector<double> a{1.5, 3.2}, row{0};
      for (auto* v : {&a, &row}) v->insert(v->end(), p.begin(), p.end());
      double sum = 0;
      for (const double x : {2., 3.}) {
        row[0] = x;
        sum += std::exp(d.log_density(row.data()));
      }
      EXPECT_NEAR(std::exp(interval(name, a)), sum, 1e-12) << name;
    }
  }
}

TEST(Quantile, OfIntegersIsTheFirstThatReachesTheProbability) {
  for (const auto& name : distribution_names()) {
    const Distribution& d = *find_distribution(name);
    if (!d.discrete) continue;
    auto values = examples.at(d.name).values;
    values.erase(values.begin());
    for (const auto& p : cross(values)) {
      if (!(d.support(p.data()).lower <= d.support(p.data()).upper)) continue;
      for (const double q : {0.0, 0.01, 0.4, 0.97}) {
        std::vector<double> a{q}, row{0};
        for (auto* v : {&a, &row}) v->insert(v->end(), p.begin(), p.end());
        row[0] = probability(ProbabilityOp::quantile, d, a.data());
        EXPECT_GE(d.cdf(row.data()), q) << name;
        if (row[0] == d.support(p.data()).lower) continue;
        row[0] -= 1;
        EXPECT_LT(d.cdf(row.data()), q) << name;
      }
    }
  }
}

class SlopesOfProbabilities : public testing::TestWithParam<std::string> {};

TEST_P(SlopesOfProbabilities, MatchFiniteDifferences) {
  const Distribution& d = *find_distribution(GetParam());
  for (const auto& row : cross(examples.at(d.name).values)) {
    const double f = d.log_density(row.data());
    if (f < -6) continue;
    for (const auto op : {ProbabilityOp::density, ProbabilityOp::log_density, ProbabilityOp::cdf,
                          ProbabilityOp::quantile, ProbabilityOp::log_interval}) {
      std::vector<double> a = row;
      if (op == ProbabilityOp::quantile) a[0] = d.cdf(row.data());
      if (op == ProbabilityOp::quantile && (d.discrete || !(a[0] > 0.02 && a[0] < 0.98))) continue;
      if (op == ProbabilityOp::log_interval) a.insert(a.begin() + 1, row[0] + (d.discrete ? 1 : 0.4));
      const double value = probability(op, d, a.data());
      ASSERT_FALSE(std::isnan(value)) << d.name;
      for (std::size_t k = 0; k < a.size(); ++k) {
        const std::size_t argument = op == ProbabilityOp::log_interval ? (k < 2 ? 0 : k - 1) : k;
        const auto& whole = examples.at(d.name).whole;
        if ((argument == 0 && d.discrete) || std::find(whole.begin(), whole.end(), argument) != whole.end())
          continue;
        const auto at = [&](double y) {
          auto b = a;
          b[k] = y;
          return probability(op, d, b.data());
        };
        const double h = op == ProbabilityOp::log_interval ? 1e-3 : 0.01;
        const double room = k == 0 && op == ProbabilityOp::quantile ? 1 - a[0] : 1.0;
        const double slope = numeric_derivative(at, a[k], h * std::min(room, std::abs(a[k])), 1);
        EXPECT_NEAR(probability_slope(op, d, a.data(), value, k), slope, 1e-5 * (1 + std::abs(slope)))
            << d.name << " operation " << static_cast<int>(op) << " argument " << k;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Table, SlopesOfProbabilities, testing::ValuesIn(distribution_names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace cggibbs
