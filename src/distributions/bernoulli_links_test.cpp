// Bernoulli outcomes under every link at extreme predictors.
#include "distributions/bernoulli_links.hpp"

#include <gtest/gtest.h>

#include "distributions/bernoulli.hpp"
#include "distributions/numeric_derivative.hpp"

namespace cggibbs {
namespace {

template <class Link>
class Links : public testing::Test {};
using Predictors = testing::Types<LogitLink, ProbitLink, CloglogLink>;
TYPED_TEST_SUITE(Links, Predictors);

TYPED_TEST(Links, ProbabilitiesOfBothOutcomesSumToOne) {
  for (double eta = -30; eta <= 6; eta += 0.173)
    EXPECT_NEAR(std::exp(TypeParam::log_p(eta)) + std::exp(TypeParam::log_q(eta)), 1, 4e-16) << eta;
}

TYPED_TEST(Links, SlopesMatchFiniteDifferences) {
  for (double eta = -22.03; eta <= 4; eta += 0.37) {
    const double h = 0.3;
    const auto p = TypeParam::log_p_slope(eta);
    const auto q = TypeParam::log_q_slope(eta);
    const auto log_p = TypeParam::log_p;
    const auto log_q = TypeParam::log_q;
    EXPECT_NEAR(p.first, numeric_derivative(log_p, eta, h, 1), 1e-9 * (1 + std::abs(p.first))) << eta;
    EXPECT_NEAR(p.second, numeric_derivative(log_p, eta, h, 2), 1e-7 * (1 + std::abs(p.second))) << eta;
    EXPECT_NEAR(q.first, numeric_derivative(log_q, eta, h, 1), 1e-9 * (1 + std::abs(q.first))) << eta;
    EXPECT_NEAR(q.second, numeric_derivative(log_q, eta, h, 2), 1e-7 * (1 + std::abs(q.second))) << eta;
  }
}

TYPED_TEST(Links, SlopesAreFiniteAndLogDensitiesConcaveInBothTails) {
  for (const double eta : {-1e8, -800., -301., -299., -50., 50., 299., 301., 700.}) {
    const auto p = TypeParam::log_p_slope(eta);
    const auto q = TypeParam::log_q_slope(eta);
    EXPECT_TRUE(std::isfinite(p.first) && p.first >= 0) << eta;
    EXPECT_TRUE(std::isfinite(q.first) && q.first <= 0) << eta;
    EXPECT_TRUE(std::isfinite(p.second) && p.second <= 0) << eta;
    EXPECT_TRUE(std::isfinite(q.second) && q.second <= 0) << eta;
  }
}

TEST(LinkTails, AreExactAtPlusMinusEightHundred) {
  EXPECT_EQ(LogitLink::log_p(-800), -800);
  EXPECT_EQ(LogitLink::log_p(800), 0);
  EXPECT_EQ(CloglogLink::log_p(-800), -800);
  EXPECT_EQ(CloglogLink::log_p(800), 0);
  EXPECT_EQ(CloglogLink::log_q(-800), 0);
  EXPECT_EQ(CloglogLink::log_q(700), -std::exp(700.0));
  EXPECT_EQ(CloglogLink::log_q(800), -inf);  // below the smallest double
  EXPECT_NEAR(ProbitLink::log_p(-800), -320007.6035, 1e-4);
  EXPECT_EQ(ProbitLink::log_q(-800), 0);
}

TEST(LinkTails, ProbitCurvatureJoinsItsSeriesSmoothly) {
  EXPECT_NEAR(ProbitLink::log_p_slope(-299.9999).second, ProbitLink::log_p_slope(-300.0001).second, 1e-10);
  EXPECT_NEAR(ProbitLink::log_p_slope(-1e8).second, -1, 1e-15);
}

TEST(LinkTails, ImpossibleOutcomesHaveNoDensityAndCertainOnesNoCost) {
  EXPECT_EQ(Bernoulli::log_density(0, 0), 0);
  EXPECT_EQ(Bernoulli::log_density(1, 0), -inf);
  EXPECT_EQ(Bernoulli::log_density(1, 1), 0);
  EXPECT_EQ(Bernoulli::log_density(0, 1), -inf);
  EXPECT_EQ(Bernoulli::log_density(0, 1.5), -inf);
  EXPECT_EQ(Bernoulli::location_part(0, -0.5), -inf);
}

}  // namespace
}  // namespace cggibbs
