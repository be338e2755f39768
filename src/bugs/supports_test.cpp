// Sampled counts, simplexes and matrices, truncation and censoring: their log densities by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/special.hpp"
#include "bugs/test_compile.hpp"

namespace cggibbs::bugs {
namespace {

using namespace test;

double normal(double x, double mu, double sd) {
  return -0.5 * log_two_pi - std::log(sd) - 0.5 * square((x - mu) / sd);
}

TEST(BugsSupports, CountsWithoutBoundAreSampled) {
  const auto model = model_of("model { y ~ dbin(0.3, n); n ~ dpois(4) }", arrays({{"y", num(2)}}));
  const auto by_hand = [](double n) {
    return n * std::log(4) - 4 - std::lgamma(n + 1) + std::log(n * (n - 1) / 2) + 2 * std::log(0.3) +
           (n - 2) * std::log(0.7);
  };
  for (const double n : {2., 5., 300.}) EXPECT_NEAR(log_density(*model, {n}), by_hand(n), 1e-9);
  EXPECT_EQ(log_density(*model, {1}), -inf);
}

TEST(BugsSupports, TruncationDividesByWhatIsLeft) {
  const auto model = model_of("model { y ~ dnorm(mu, 4) T(0, b); mu ~ dnorm(0, 1); b ~ dunif(1, 9) }",
                              arrays({{"y", num(0.7)}}));
  const auto by_hand = [](double mu, double b) {
    return normal(mu, 0, 1) - std::log(8) + normal(0.7, mu, 0.5) -
           std::log(normal_cdf((b - mu) / 0.5) - normal_cdf(-mu / 0.5));
  };
  EXPECT_NEAR(log_density(*model, {0.3, 2.5}), by_hand(0.3, 2.5), 1e-12);
  // y itself is sampled between bounds that are known, about a mean that is not
  const auto sampled = model_of("model { y ~ dnorm(mu, 4) T(1,); mu ~ dnorm(0, 1); z ~ dnorm(y, 1) }",
                                arrays({{"z", num(0.7)}}));
  const auto names = sampled->output_names();
  EXPECT_NE(std::find(names.begin(), names.end(), "y"), names.end());
}

TEST(BugsSupports, CensoredValuesStayBetweenTheirCutPoints) {
  const auto model = model_of("model { c ~ dinterval(t, cut[]); t ~ dnorm(0, 1) }",
                              arrays({{"c", num(1)}, {"cut", {{2}, {0.5, 2}}}}));
  EXPECT_NEAR(log_density(*model, {1}), normal(1, 0, 1), 1e-12);
  EXPECT_EQ(log_density(*model, {0.4}), -inf);
  EXPECT_EQ(log_density(*model, {2.5}), -inf);
  const auto one = model_of("model { for (i in 1:2) { c[i] ~ dinterval(t[i], cut[i]); t[i] ~ dnorm(0, 1) } }",
                            arrays({{"c", {{2}, {1, 0}}}, {"cut", {{2}, {0.5, 2}}}}));
  EXPECT_NEAR(log_density(*one, {1, 1}), 2 * normal(1, 0, 1), 1e-12);
  EXPECT_EQ(log_density(*one, {0.4, 1}), -inf);
  EXPECT_EQ(log_density(*one, {1, 2.1}), -inf);
}

TEST(BugsSupports, RowsOfSharesAreSimplexes) {
  const auto model = model_of("model { for (i in 1:2) { p[i,1:3] ~ ddirch(a[]); y[i] ~ dcat(p[i,]) } }",
                              arrays({{"a", {{3}, {1, 2, 3}}}, {"y", {{2}, {1, 3}}}}));
  // By sticks (0.2, 0.5): shares 0.2, 0.4, 0.4; the Jacobian is 1 - 0.2.
  const double each = std::log(60 * 0.4 * 0.16) + std::log(0.8);
  EXPECT_NEAR(log_density(*model, {0.2, 0.5, 0.2, 0.5}), 2 * each + std::log(0.2) + std::log(0.4), 1e-12);
  const auto names = model->output_names();
  EXPECT_EQ(names.size(), 6U);
  EXPECT_NE(std::find(names.begin(), names.end(), "p[2,3]"), names.end());
}

TEST(BugsSupports, PrecisionMatricesArePositiveDefinite) {
  const auto model = model_of(
      "model { Omega[1:2,1:2] ~ dwish(R[,], 3); for (i in 1:2) { y[i,1:2] ~ dmnorm(mu[], Omega[,]) } }",
      arrays({{"R", {{2, 2}, {1, 0, 0, 1}}}, {"mu", {{2}, {0, 0}}}, {"y", {{2, 2}, {1, 0, 0, 1}}}}));
  // At the factor (1, 0.5, 2): Omega = 1 0.5 / 0.5 4.25, determinant 4. y is the same in both orders of its elements.
  const double wishart = -0.5 * 5.25 - 3 * log_two - (0.5 * log_pi + std::lgamma(1.5) + std::lgamma(1.0));
  const double jacobian = 2 * log_two + 2 * std::log(1) + std::log(2);
  const double rows = 2 * (-log_two_pi + 0.5 * std::log(4)) - 0.5 * (1 + 4.25);
  EXPECT_NEAR(log_density(*model, {1, 2, 0.5}), wishart + jacobian + rows, 1e-12);
  EXPECT_EQ(model->output_names().size(), 4U);
}

TEST(BugsSupports, FunctionsOfDistributionsAreNodes) {
  const auto model = model_of("model { y ~ dpois(10 * pnorm(x, 0, 4) + dgamma(2, 3, 1)); x ~ dnorm(0, 1) }",
                              arrays({{"y", num(3)}}));
  const double lambda = 10 * normal_cdf(0.6) + 2 * std::exp(-2);
  EXPECT_NEAR(log_density(*model, {0.3}), normal(0.3, 0, 1) + 3 * std::log(lambda) - lambda - std::log(6),
              1e-12);
}

TEST(BugsSupports, SharesAreObservedWholeOrNotAtAll) {
  try {
    model_of("model { p[1:3] ~ ddirch(a[]); y ~ dcat(p[]) }",
             arrays({{"a", {{3}, {1, 2, 3}}}, {"p", {{3}, {0.2, std::nan(""), std::nan("")}}}}));
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("'p' is observed only in part"), std::string::npos) << e.what();
  }
}

TEST(BugsSupports, VectorsAreRepeatedAndCounted) {
  const auto of = [](const std::string& vector) {
    const auto model =
        model_of("data { x <- " + vector + "; for (i in 1:length(x)) { y[i] <- 0 } } " +
                     "model { for (i in 1:length(x)) { y[i] ~ dnorm(m * x[i], 1) } m ~ dnorm(0, 1) }",
                 arrays({{"v", {{2}, {3, 5}}}, {"times", {{2}, {1, 2}}}}));
    return log_density(*model, {1});
  };
  const auto by_hand = [](const std::vector<double>& x) {
    double sum = normal(1, 0, 1);
    for (const double v : x) sum += normal(0, v, 1);
    return sum;
  };
  EXPECT_NEAR(of("rep(v, 2)"), by_hand({3, 5, 3, 5}), 1e-12);
  EXPECT_NEAR(of("rep(v, times)"), by_hand({3, 5, 5}), 1e-12);
  EXPECT_NEAR(of("seq(2, 4)"), by_hand({2, 3, 4}), 1e-12);
  EXPECT_NEAR(of("seq(1, 0, -0.25)"), by_hand({1, 0.75, 0.5, 0.25, 0}), 1e-12);
  EXPECT_NEAR(of("seq(0, 0.3, 0.1)"), by_hand({0, 0.1, 0.2, 0.3}), 1e-12);  // 0.3 / 0.1 < 3
  for (const auto& [mistake, told] : std::vector<std::pair<std::string, std::string>>{
           {"rep(v, 0.5)", "rep: 0.5 is no number of times"},
           {"rep(v, 0)", "rep: an array of no elements"},
           {"rep(1:1000, 9999999)", "rep: 9999999000 elements are too many"},
           {"seq(1, 2, 0)", "seq: from 1 to 2 by 0 has no elements, or too many"},
           {"seq(1, 2, -1)", "seq: from 1 to 2 by -1 has no elements, or too many"}})
    try {
      of(mistake);
      ADD_FAILURE() << mistake;
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find(told), std::string::npos) << e.what();
    }
}

TEST(BugsSupports, KnownArgumentsWithoutADistributionAreTold) {
  for (const auto& [relation, told] : std::vector<std::pair<std::string, std::string>>{
           {"y ~ dnorm(m, -1)", "there is no dnorm(mu = ..., tau = -1)"},
           {"x ~ dbern(1.5)", "there is no dbern(p = 1.5)"},
           {"x ~ dgamma(0, 1)", "there is no dgamma(r = 0, lambda = 1)"},
           {"x[1:2] ~ ddirch(c(1, -1))", "there is no ddirch(alpha = (1, -1))"}})
    try {
      model_of("model { " + relation + " m ~ dnorm(0, 1) }", arrays({{"y", num(1)}}));
      ADD_FAILURE() << relation;
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find(told), std::string::npos) << e.what();
    }
}

}  // namespace
}  // namespace cggibbs::bugs
