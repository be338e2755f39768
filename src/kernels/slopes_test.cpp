// Slopes and products on every target against plain loops.
#include "kernels/slopes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "base/special.hpp"
#include "kernels/likelihood.hpp"
#include "kernels/products.hpp"
#include "kernels/target.hpp"

namespace cggibbs::kernels {
namespace {

constexpr double phi = 1.7, sigma = 0.6;

struct SlopeKernel {
  std::string name;
  std::function<double(std::size_t, const double* y, const double* trials, const double* eta, double* slope)>
      with_slope;
  std::function<double(std::size_t, const double* y, const double* trials, const double* eta)> sum;
  std::function<double(double y, double trials, double eta)> slope;
};

const std::vector<SlopeKernel> all{
    {"bernoulli_logit",
     [](auto n, auto* y, auto*, auto* eta, auto* s) { return bernoulli_logit_slope(n, y, eta, s); },
     [](auto n, auto* y, auto*, auto* eta) { return bernoulli_logit_sum(n, y, eta); },
     [](double y, double, double eta) { return y - 1 / (1 + std::exp(-eta)); }},
    {"binomial_logit",
     [](auto n, auto* y, auto* t, auto* eta, auto* s) { return binomial_logit_slope(n, y, t, eta, s); },
     [](auto n, auto* y, auto* t, auto* eta) { return binomial_logit_sum(n, y, t, eta); },
     [](double y, double t, double eta) { return y - t / (1 + std::exp(-eta)); }},
    {"poisson_log",
     [](auto n, auto* y, auto*, auto* eta, auto* s) { return poisson_log_slope(n, y, eta, s); },
     [](auto n, auto* y, auto*, auto* eta) { return poisson_log_sum(n, y, eta); },
     [](double y, double, double eta) { return y - std::exp(eta); }},
    {"negative_binomial_log",
     [](auto n, auto* y, auto*, auto* eta, auto* s) {
       return negative_binomial_log_slope(n, y, eta, phi, s);
     },
     [](auto n, auto* y, auto*, auto* eta) { return negative_binomial_log_sum(n, y, eta, phi); },
     [](double y, double, double eta) { return phi * (y - std::exp(eta)) / (std::exp(eta) + phi); }},
    {"normal", [](auto n, auto* y, auto*, auto* eta, auto* s) { return normal_slope(n, y, eta, sigma, s); },
     [](auto n, auto* y, auto*, auto* eta) { return normal_sum(n, y, eta, sigma); },
     [](double y, double, double eta) { return (y - eta) / (sigma * sigma); }},
};

class SlopesOn : public testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override { ASSERT_TRUE(select_target(GetParam())); }
  void TearDown() override { select_target(before_); }
  std::string_view before_ = simd_target();
};

TEST_P(SlopesOn, SlopesAreAddedAndTheSumIsThatOfTheKernelWithoutSlopes) {
  std::mt19937_64 rng(3);
  std::normal_distribution<double> normal;
  for (const std::size_t n : {0, 1, 3, 7, 8, 33, 1027}) {
    std::vector<double> y(n), trials(n), eta(n);
    for (std::size_t i = 0; i < n; ++i) {
      y[i] = static_cast<double>(rng() % 2);
      trials[i] = y[i] + static_cast<double>(rng() % 4);
      eta[i] = 4 * normal(rng);
    }
    for (const auto& kernel : all) {
      std::vector<double> slope(n, 0.25);
      const double total = kernel.with_slope(n, y.data(), trials.data(), eta.data(), slope.data());
      const double expected = kernel.sum(n, y.data(), trials.data(), eta.data());
      EXPECT_NEAR(total, expected, 1e-12 * (1 + std::abs(expected))) << kernel.name;
      for (std::size_t i = 0; i < n; ++i) {
        const double exact = 0.25 + kernel.slope(y[i], trials[i], eta[i]);
        EXPECT_NEAR(slope[i], exact, 1e-13 * (1 + std::abs(exact))) << kernel.name << " row " << i;
      }
    }
  }
}

TEST_P(SlopesOn, SlopesInTheTailsAreNotRoundedAway) {
  const double y[] = {1, 0, 1, 0}, eta[] = {40, -40, -800, 800};
  double slope[4] = {};
  bernoulli_logit_slope(4, y, eta, slope);
  EXPECT_NEAR(slope[0], std::exp(-40), 1e-14 * std::exp(-40));
  EXPECT_NEAR(slope[1], -std::exp(-40), 1e-14 * std::exp(-40));
  EXPECT_EQ(slope[2], 1);
  EXPECT_EQ(slope[3], -1);
}

TEST_P(SlopesOn, ProductsAgreeWithPlainLoops) {
  std::mt19937_64 rng(4);
  std::normal_distribution<double> normal;
  for (const std::size_t n : {1, 5, 8, 62, 131})
    for (const std::size_t cols : {0, 1, 3, 4, 9, 16}) {
      std::vector<double> x(n * cols), v(cols), r(n), forward(n, 1), back(cols, 1);
      for (double& e : x) e = normal(rng);
      for (double& e : r) e = normal(rng);
      for (std::size_t j = 0; j < cols; ++j) v[j] = j >= 4 && j < 8 ? 0 : normal(rng);
      add_product(n, cols, x.data(), v.data(), forward.data());
      add_transposed_product(n, cols, x.data(), r.data(), back.data());
      for (std::size_t i = 0; i < n; ++i) {
        double exact = 1;
        for (std::size_t j = 0; j < cols; ++j) exact += x[j * n + i] * v[j];
        EXPECT_NEAR(forward[i], exact, 1e-13);
      }
      for (std::size_t j = 0; j < cols; ++j) {
        double exact = 1;
        for (std::size_t i = 0; i < n; ++i) exact += x[j * n + i] * r[i];
        EXPECT_NEAR(back[j], exact, 1e-12);
      }
    }
}

INSTANTIATE_TEST_SUITE_P(EveryTarget, SlopesOn, testing::ValuesIn(supported_targets()),
                         [](const auto& p) { return std::string(p.param); });

}  // namespace
}  // namespace cggibbs::kernels
