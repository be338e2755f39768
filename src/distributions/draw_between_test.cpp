// Draws between ends follow their distributions, near and far.
#include "distributions/draw_between.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace cggibbs {
namespace {

/// Kolmogorov's distance times sqrt(n) of 2000 draws; share(x) is the probability up to x.
template <class Share>
double distance(const char* name, std::vector<double> parameters, double lower, double upper, Share share) {
  const Distribution& d = *find_distribution(name);
  Rng rng(8, 0);
  std::vector<double> u;
  for (int i = 0; i < 2000; ++i) {
    const double x = draw_between(d, parameters.data(), lower, upper, rng);
    EXPECT_TRUE(x > lower && x < upper) << x;
    u.push_back(share(x));
  }
  std::sort(u.begin(), u.end());
  double most = 0;
  for (std::size_t i = 0; i < u.size(); ++i) {
    const double at = static_cast<double>(i) / 2000;
    most = std::max({most, u[i] - at, at + 1.0 / 2000 - u[i]});
  }
  return most * std::sqrt(2000);
}

constexpr double threshold = 2.2253;  // exceeded with probability 1e-4

double above(double z) {
  return std::erfc(z * M_SQRT1_2);
}

TEST(DrawBetween, FollowsNormalTails) {
  for (const double a : {-1., 5., 9., 30.}) {
    const auto share = [&](double x) { return 1 - above((x - 2) / 3) / above(a); };
    EXPECT_LT(distance("normal", {2, 3}, 2 + 3 * a, inf, share), threshold) << a;
    const auto mirrored = [&](double x) { return above((2 - x) / 3) / above(a); };
    EXPECT_LT(distance("normal", {2, 3}, -inf, 2 - 3 * a, mirrored), threshold) << a;
    const auto between = [&](double x) {
      return (above(a) - above((x - 2) / 3)) / (above(a) - above(a + 0.01));
    };
    EXPECT_LT(distance("normal", {2, 3}, 2 + 3 * a, 2 + 3 * (a + 0.01), between), threshold) << a;
  }
  EXPECT_GT(distance("normal", {2, 3}, 17, inf, [](double x) { return 1 - above((x - 2) / 3.1) / above(5); }),
            threshold);
}

TEST(DrawBetween, FollowsAnExponentialWhereTailsHaveRoundedAway) {
  const auto share = [](double x) { return -std::expm1(-2 * (x - 300)); };
  EXPECT_LT(distance("gamma", {1, 2}, 300, inf, share), threshold);
  EXPECT_LT(distance("gamma", {1, 2}, 300, 300.2, [&](double x) { return share(x) / share(300.2); }),
            threshold);
}

TEST(DrawCut, FindsWhatIsLeftOfDistributionsFarOut) {
  struct Case {
    const char* name;
    std::vector<double> parameters;
    double lower, upper, mean, sd;
  };
  const double z = 8.2, mills = std::sqrt(M_PI / 2) * std::erfc(z * M_SQRT1_2) * std::exp(z * z / 2);
  const std::vector<Case> cases{{"normal", {0, 1}, z, inf, 1 / mills, 0.12},
                                {"exponential", {1}, 40, inf, 41, 1},
                                {"poisson", {1}, 15, inf, 15.0663, 0.27},
                                {"binomial", {0.01, 20}, 8, inf, 8.0135, 0.12},
                                {"binomial", {0.99, 20}, -inf, 12, 20 - 8.0135, 0.12}};
  for (const auto& c : cases) {
    Rng rng(9, 0);
    double sum = 0;
    for (int i = 0; i < 2000; ++i) {
      const double x = draw_cut(*find_distribution(c.name), c.parameters.data(), c.lower, c.upper, rng);
      EXPECT_TRUE(x >= c.lower && x <= c.upper) << c.name << " " << x;
      sum += x;
    }
    EXPECT_NEAR(sum / 2000, c.mean, 5 * c.sd / std::sqrt(2000.)) << c.name;
  }
  Rng rng(9, 0);
  const double p[] = {0.5, 3};
  EXPECT_TRUE(std::isnan(draw_cut(*find_distribution("binomial"), p, 4, inf, rng)));
  EXPECT_TRUE(std::isnan(draw_cut(*find_distribution("binomial"), p, 1.2, 1.8, rng)));
}

}  // namespace
}  // namespace cggibbs
