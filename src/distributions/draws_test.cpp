// Draws follow the distribution function, for every row of the table and at extreme parameters.
#include "distributions/draws.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "distributions/example_arguments.hpp"

namespace cggibbs {
namespace {

constexpr int draws = 20000;
/// The Kolmogorov statistic times sqrt(n) exceeds t with probability 2 exp(-2 t^2): here 1e-4.
constexpr double kolmogorov_threshold = 2.2253;

/// Kolmogorov statistic times sqrt(n) of draws passed through the cdf; a discrete variate is spread uniformly
/// over its jump, which makes the result exactly uniform too.
double kolmogorov(const Distribution& d, const std::vector<double>& parameters, Rng& rng) {
  const Support s = d.support(parameters.data());
  std::vector<double> a{0};
  a.insert(a.end(), parameters.begin(), parameters.end());
  std::vector<double> u(draws);
  for (double& v : u) {
    a[0] = d.draw(rng, parameters.data());
    EXPECT_TRUE(a[0] >= s.lower && a[0] <= s.upper && a[0] == (d.discrete ? std::floor(a[0]) : a[0])) << a[0];
    EXPECT_GT(d.log_density(a.data()), -inf) << a[0];
    v = d.cdf(a.data());
    if (!d.discrete) continue;
    a[0] -= 0.5;
    v -= rng.uniform() * (v - d.cdf(a.data()));
  }
  std::sort(u.begin(), u.end());
  double distance = 0;
  for (int i = 0; i < draws; ++i)
    distance = std::max({distance, u[i] - i / double{draws}, (i + 1) / double{draws} - u[i]});
  return distance * std::sqrt(draws);
}

class DrawsOf : public testing::TestWithParam<std::string> {};

TEST_P(DrawsOf, FollowTheCdfInsideTheSupport) {
  const Distribution& d = *find_distribution(GetParam());
  auto values = examples.at(d.name).values;
  values.erase(values.begin());
  Rng rng(1, 0);
  for (const auto& parameters : cross(values))
    EXPECT_LT(kolmogorov(d, parameters, rng), kolmogorov_threshold)
        << fmt::format("{}", fmt::join(parameters, " "));
}

INSTANTIATE_TEST_SUITE_P(Table, DrawsOf, testing::ValuesIn(distribution_names()),
                         [](const auto& test) { return test.param; });

TEST(Draws, CountsFollowTheCdfOnEachSideOfEverySwitchOfAlgorithm) {
  Rng rng(2, 0);
  const Distribution& poisson = *find_distribution("poisson");
  for (const double mean : {1e-12, 9.9, 10.1, 3e3, 1e6})
    EXPECT_LT(kolmogorov(poisson, {mean}, rng), kolmogorov_threshold) << mean;
  const Distribution& binomial = *find_distribution("binomial");
  // Boost's incomplete beta, and so the test, is slow for large n * p.
  for (const auto& [n, p] : std::initializer_list<std::pair<double, double>>{{1, 0.3},
                                                                             {1000, 0.0},
                                                                             {1000, 1e-3},
                                                                             {1000, 0.5},
                                                                             {1e5, 0.6},
                                                                             {1e6, 1e-3},
                                                                             {1e6, 1 - 1e-3},
                                                                             {1e9, 0.9e-8},
                                                                             {1e9, 1.1e-8},
                                                                             {3e10, 1e-7}})
    EXPECT_LT(kolmogorov(binomial, {p, n}, rng), kolmogorov_threshold) << n << " " << p;
}

TEST(Draws, HugeCountsHaveTheRightMeanSpreadAndSkewness) {
  // The cdf is too slow here. A sum of n standardised terms z, z^2 - 1, z^3 has variance 1, 2, 15 times n.
  Rng rng(3, 0);
  const auto check = [&](double mean, double variance, auto draw) {
    double sum = 0, squares = 0, cubes = 0;
    for (int i = 0; i < draws; ++i) {
      const double z = (draw() - mean) / std::sqrt(variance);
      sum += z;
      squares += z * z - 1;
      cubes += z * z * z;
    }
    EXPECT_LT(std::abs(sum), 4 * std::sqrt(draws)) << mean;
    EXPECT_LT(std::abs(squares), 4 * std::sqrt(2 * draws)) << mean;
    EXPECT_LT(std::abs(cubes), 4 * std::sqrt(15 * draws)) << mean;
  };
  for (const double mean : {0.9e10, 1.1e10, 1e20}) check(mean, mean, [&] { return draw_poisson(rng, mean); });
  for (const double n : {1e10, 1e13})
    for (const double p : {0.01, 0.5, 0.99})
      check(n * p, n * p * (1 - p), [&] { return draw_binomial(rng, n, p); });
}

TEST(Draws, ExtremeParametersYieldValuesInsideTheSupport) {
  const std::vector<double> scales{1e-310, 1e-300, 1e-20, 1e-3, 1, 1e6, 1e20, 1e150};
  const std::vector<double> reals{-1e300, -800, -1, 0, 1, 800, 1e300};
  const std::vector<double> units{1e-310, 1e-20, 0.5, 1 - 0x1p-53};
  const std::set<std::string_view> real_names{"mu", "eta", "lower"}, unit_names{"p"};
  const std::set<std::string_view> positive_means{"gamma_mean", "negative_binomial"};
  Rng rng(4, 0);
  for (const auto& name : distribution_names()) {
    const Distribution& d = *find_distribution(name);
    if (name == "hypergeometric") continue;  // its parameters are whole numbers that belong together
    std::vector<std::vector<double>> values;
    for (std::size_t k = 1; k < d.arguments.size(); ++k) {
      const auto argument = d.arguments[k];
      if (unit_names.contains(argument) || (name == "beta_mean" && argument == "mu"))
        values.push_back(units);
      else if (real_names.contains(argument) && !positive_means.contains(d.name))
        values.push_back(reals);
      else if (argument == "upper")
        values.push_back({1.0000001e300});
      else if (argument == "n")
        values.push_back({0, 1, 1e6, 1e20, 1e300});
      else
        values.push_back(scales);
    }
    for (const auto& parameters : cross(values)) {
      const Support s = d.support(parameters.data());
      for (int i = 0; i < 20; ++i) {
        const double x = d.draw(rng, parameters.data());
        ASSERT_TRUE(std::isfinite(x) && x >= s.lower && x <= s.upper)
            << name << " " << x << fmt::format(" {}", fmt::join(parameters, " "));
        ASSERT_TRUE(!d.discrete || x == std::floor(x)) << name << " " << x;
      }
    }
  }
}

TEST(Draws, LogarithmOfAGammaDrawReachesBelowTheSmallestDouble) {
  Rng rng(5, 0);
  // With shape a, log x = log(gamma(a + 1)) + log(u) / a, so a log x is nearly minus an exponential of
  // mean 1.
  const double a = 1e-6;
  double sum = 0;
  for (int i = 0; i < draws; ++i) sum += a * draw_log_gamma(rng, a);
  EXPECT_NEAR(sum / draws, -1, 4 / std::sqrt(draws));
}

}  // namespace
}  // namespace cggibbs
