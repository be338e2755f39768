// Special functions at their extremes.
#include "base/special.hpp"

#include <gtest/gtest.h>

#include <boost/math/distributions/normal.hpp>

namespace cggibbs {
namespace {

TEST(Special, LogisticFunctionsStayFiniteAtExtremes) {
  EXPECT_EQ(log1p_exp(800), 800);
  EXPECT_EQ(log1p_exp(-800), 0);
  EXPECT_DOUBLE_EQ(log1p_exp(0), log_two);
  EXPECT_EQ(inv_logit(-800), std::exp(-800.0));
  EXPECT_EQ(inv_logit(800), 1);
  EXPECT_EQ(log_add_exp(-inf, -inf), -inf);
  EXPECT_DOUBLE_EQ(log_add_exp(-1000, -1000), -1000 + log_two);
}

TEST(Special, NormalCdfMatchesBoostAndItsLogarithmReachesTheFarTail) {
  const boost::math::normal_distribution<long double> normal;
  for (double x = -35; x <= 8; x += 0.37) {
    const double exact = static_cast<double>(std::log(boost::math::cdf(normal, static_cast<long double>(x))));
    EXPECT_NEAR(log_normal_cdf(x), exact, 1e-13 * (1 + std::abs(exact))) << x;
    const double mills = static_cast<double>(boost::math::pdf(normal, static_cast<long double>(x)) /
                                             boost::math::cdf(normal, static_cast<long double>(x)));
    EXPECT_NEAR(inverse_mills(x), mills, 2e-12 * mills + 1e-300) << x;
  }
  EXPECT_TRUE(std::isfinite(log_normal_cdf(-800)));
  EXPECT_NEAR(log_normal_cdf(-800), -0.5 * 800 * 800 - 0.5 * log_two_pi - std::log(800.0), 1e-5);
}

}  // namespace
}  // namespace cggibbs
