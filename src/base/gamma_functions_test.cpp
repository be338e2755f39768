// Functions beside the gamma function, against boost and their definitions, also where digits cancel.
#include "base/gamma_functions.hpp"

#include <gtest/gtest.h>

#include <boost/math/special_functions/polygamma.hpp>
#include <cmath>
#include <vector>

namespace cggibbs {
namespace {

using Long = long double;

Long log_gamma_of(Long x) {
  int sign;
  return ::lgammal_r(x, &sign);
}

const std::vector<double> grid{1e-300, 1e-12, 1e-3, 0.5, 1, 2.5, 9.99, 10, 10.01, 57, 1e3, 1e5};

TEST(GammaFunctions, LogBetaMatchesThreeLogGammas) {
  for (const double a : grid)
    for (const double b : grid) {
      const Long exact = log_gamma_of(a) + log_gamma_of(b) - log_gamma_of(Long(a) + b);
      EXPECT_NEAR(log_beta(a, b), double(exact), 2e-14 * (1 + std::abs(double(exact)))) << a << " " << b;
      EXPECT_EQ(log_beta(a, b), log_beta(b, a));
    }
}

TEST(GammaFunctions, LogBetaKeepsItsDigitsWhereLogGammasCancel) {
  // B(1, b) = 1 / b, B(2, b) = 1 / (b (b + 1)), B(1/2, b) -> sqrt(pi / b) (1 + 1 / (8 b)).
  for (const double b : {1e8, 1e12, 1e20, 1e100, 1e300}) {
    EXPECT_NEAR(log_beta(1, b), -std::log(b), 1e-14 * std::log(b));
    EXPECT_NEAR(log_beta(2, b), -std::log(b) - std::log1p(b), 1e-14 * std::log(b));
    EXPECT_NEAR(log_beta(0.5, b), 0.5 * std::log(M_PI / b) + 1 / (8 * b), 1e-14 * std::log(b));
  }
}

TEST(GammaFunctions, LogChooseCountsSubsets) {
  EXPECT_EQ(log_choose(0, 0), 0);
  EXPECT_EQ(log_choose(7, 7), 0);
  EXPECT_NEAR(log_choose(5, 2), std::log(10.0), 1e-14);
  EXPECT_NEAR(log_choose(52, 5), std::log(2598960.0), 1e-13);
  const double n = 1e12;
  EXPECT_NEAR(log_choose(n, 1), std::log(n), 1e-13);
  EXPECT_NEAR(log_choose(n, 2), std::log(n * (n - 1) / 2), 1e-12);
  EXPECT_NEAR(log_choose(n, n - 1), std::log(n), 1e-13);
}

TEST(GammaFunctions, KernelMatchesItsFormulaAndStaysFiniteWhereYUnderflows) {
  for (const double a : grid)
    for (const double ratio : {1e-200, 0.01, 0.5, 0.69, 0.71, 0.999, 1.0, 1.1, 1.29, 1.31, 3.0, 1e6}) {
      const double y = a * ratio;
      if (y == 0) continue;
      const Long exact = a * std::log(Long(y)) - y - log_gamma_of(a);
      EXPECT_NEAR(log_gamma_kernel(a, y, std::log(y)), double(exact), 1e-13 * (1 + std::abs(double(exact))))
          << a << " " << y;
    }
  EXPECT_NEAR(log_gamma_kernel(2, 0, -800), -1600, 1e-10);
  EXPECT_NEAR(log_gamma_kernel(20, 0, -800), -16000 - std::lgamma(20.0), 1e-9);
  EXPECT_EQ(log_gamma_kernel(2, HUGE_VAL, 800), -HUGE_VAL);
  // At the mode, the normal approximation: 0.5 log(a / (2 pi)).
  EXPECT_NEAR(log_gamma_kernel(1e300, 1e300, std::log(1e300)), 0.5 * (std::log(1e300) - std::log(2 * M_PI)),
              1e-12);
}

TEST(GammaFunctions, PolygammasMatchTheirRecurrenceAndTheirDefinition) {
  for (const double x : grid) {
    EXPECT_NEAR(digamma(x + 1) - digamma(x), 1 / x, 1e-13 * (1 + 1 / x + std::abs(digamma(x)))) << x;
    const double exact = x > 1e-100 ? boost::math::polygamma(1, x) : HUGE_VAL;
    EXPECT_TRUE(trigamma(x) == exact || std::abs(trigamma(x) / exact - 1) < 1e-13) << x;
  }
  EXPECT_NEAR(digamma(1), -0.57721566490153286061, 1e-15);
  EXPECT_NEAR(trigamma(1), M_PI * M_PI / 6, 1e-14);
}

}  // namespace
}  // namespace cggibbs
