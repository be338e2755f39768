// Sums over counts on every target against plain loops.
#include "kernels/counts.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/gamma_functions.hpp"
#include "kernels/target.hpp"

namespace cggibbs::kernels {
namespace {

class CountsOn : public testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override { ASSERT_TRUE(select_target(GetParam())); }
  void TearDown() override { select_target(before_); }
  std::string_view before_ = simd_target();
};

TEST_P(CountsOn, ChoicesAgreeWithPlainLoopsAtAllSmallSizesAndFarOut) {
  std::vector<double> counts;
  for (int i = 0; i < 80; ++i) counts.push_back((i * 7) % 23);
  counts.insert(counts.end(), {1e3, 12345, 1e6, 0, 4e6});
  for (const double phi : {1e-300, 1e-8, 0.01, 0.7, 1.0, 4.0, 37.5, 99.0, 101.0, 5e3, 1e8, 1e14}) {
    double sum = 0, size = 0;
    for (std::size_t n = 0; n <= counts.size(); ++n) {
      // Rounding: some twenty of numbers as large as counts and phi make them.
      const double tolerance = 1e-15 * (20 * static_cast<double>(n) + size) + 1e-14;
      EXPECT_NEAR(sum_log_choose_rising(n, counts.data(), phi), sum, tolerance)
          << "phi " << phi << " n " << n;
      if (n == counts.size()) break;
      sum += log_choose_rising(phi, counts[n]);
      size += 3 * (1 + counts[n]) * (1 + std::abs(std::log(1 + counts[n])) + std::abs(std::log(phi)));
    }
  }
}

TEST_P(CountsOn, ChoicesOfHugeCountsKeepTheirDigits) {
  for (const double phi : {99.0, 101.0, 1e4, 1e6, 3e9})
    for (const double y : {1e3, 1e7, 1e9, 1e12, 1e15}) {
      const double exact = log_choose_rising(phi, y);
      EXPECT_NEAR(sum_log_choose_rising(1, &y, phi), exact, 1e-11 * std::abs(exact)) << phi << " " << y;
    }
}

TEST_P(CountsOn, DerivativesByTheDispersionAreDifferencesOfDigamma) {
  std::vector<double> counts;
  for (int i = 0; i < 43; ++i) counts.push_back((i * 7) % 23);
  counts.push_back(1e6);
  for (const double phi : {1e-8, 0.01, 0.7, 4.0, 99.0, 5e3, 1e8}) {
    double sum = 0, size = 0;
    for (std::size_t n = 0; n <= counts.size(); ++n) {
      EXPECT_NEAR(sum_digamma_rising(n, counts.data(), phi), sum, 4e-15 * size)
          << "phi " << phi << " n " << n;
      if (n == counts.size()) break;
      sum += digamma(counts[n] + phi) - digamma(phi);
      size += std::abs(digamma(counts[n] + phi)) + std::abs(digamma(phi));
    }
  }
}

TEST_P(CountsOn, NoCountsOfMoreThanZeroAreOneChoice) {
  const std::vector<double> zeros(37, 0.0);
  for (const double phi : {1e-5, 3.0, 1e6}) EXPECT_EQ(sum_log_choose_rising(37, zeros.data(), phi), 0) << phi;
}

TEST_P(CountsOn, WhatIsNoCountHasNoChoices) {
  const double inf = std::numeric_limits<double>::infinity();
  for (const double bad : {-1.0, 2.5, -0.5, -inf})
    for (const std::size_t at : {0u, 9u, 16u}) {
      std::vector<double> y(17, 3.0);
      y[at] = bad;
      EXPECT_EQ(sum_log_choose_rising(17, y.data(), 2.0), -inf) << bad;
      y[at] = std::numeric_limits<double>::quiet_NaN();
      EXPECT_TRUE(std::isnan(sum_log_choose_rising(17, y.data(), 2.0)));
    }
}

INSTANTIATE_TEST_SUITE_P(Targets, CountsOn, testing::ValuesIn(supported_targets()),
                         [](const auto& target) { return std::string(target.param); });

}  // namespace
}  // namespace cggibbs::kernels
