// Data blocks that draw: what is drawn, in which order, and that the seed tells it all.
#include <gtest/gtest.h>

#include <cmath>

#include "base/test_error.hpp"
#include "bugs/compile.hpp"
#include "bugs/data_block.hpp"
#include "bugs/parser.hpp"

namespace cggibbs::bugs {
namespace {

NamedArrays drawn(const std::string& block, const NamedArrays& data = {}, std::uint64_t seed = 1) {
  const Source source{"data { " + block + " } model { m ~ dnorm(0, 1) }", "m.bug"};
  return with_data_block(source, parse_program(source), data, seed);
}
std::string error_of(const std::string& block, const NamedArrays& data = {}) {
  return cggibbs::test::error_of([&] { drawn(block, data); });
}
double mean(const std::vector<double>& x) {
  double sum = 0;
  for (const double v : x) sum += v;
  return sum / static_cast<double>(x.size());
}

TEST(DataBlock, DrawsGivenWhatItComputesAndDrew) {
  const auto out =
      drawn("mu <- 3; for (i in 1:4000) { y[i] ~ dnorm(x[i], 4); x[i] ~ dnorm(mu, 1) } n <- length(y)");
  EXPECT_EQ(out.find("n")->values, std::vector<double>{4000});
  const auto &x = out.find("x")->values, &y = out.find("y")->values;
  double noise = 0;
  for (std::size_t i = 0; i < x.size(); ++i) noise += (y[i] - x[i]) * (y[i] - x[i]) / 4000;
  EXPECT_NEAR(mean(x), 3, 4.5 / std::sqrt(4000));
  EXPECT_NEAR(noise, 0.25, 4.5 * 0.25 * std::sqrt(2.0 / 4000));
}

TEST(DataBlock, SeriesAreDrawnInTheirOrder) {
  const auto out =
      drawn("x[1] ~ dnorm(100, 1); for (t in 2:500) { x[t] ~ dnorm(m[t], 1); m[t] <- x[t-1] + 1 }");
  const auto& x = out.find("x")->values;
  double steps = 0;
  for (std::size_t t = 1; t < x.size(); ++t) steps += (x[t] - x[t - 1]) / 499;
  EXPECT_NEAR(steps, 1, 4.5 / std::sqrt(499));
}

TEST(DataBlock, SameSeedSameData) {
  const std::string block = "for (i in 1:3) { y[i] ~ dgamma(2, 1) }";
  EXPECT_EQ(drawn(block, {}, 5).find("y")->values, drawn(block, {}, 5).find("y")->values);
  EXPECT_NE(drawn(block, {}, 5).find("y")->values, drawn(block, {}, 6).find("y")->values);
}

TEST(DataBlock, ValuesOfTheDataStay) {
  NamedArrays data;
  data.add("y", {{3}, {7, std::nan(""), 9}});
  const auto out = drawn("for (i in 1:3) { y[i] ~ dnorm(0, 1) }", data);
  EXPECT_EQ(out.find("y")->values[0], 7);
  EXPECT_EQ(out.find("y")->values[2], 9);
  EXPECT_LT(std::abs(out.find("y")->values[1]), 5);
}

TEST(DataBlock, EveryDistributionCanBeDrawn) {
  const char* all[] = {"a ~ dnorm(1,2)",
                       "a ~ dt(0,1,8)",
                       "a ~ dnt(1,2,5)",
                       "a ~ ddexp(0,2)",
                       "a ~ dlogis(1,2)",
                       "a ~ dunif(-1,2)",
                       "a ~ dgamma(2,3)",
                       "a ~ dexp(2)",
                       "a ~ dchisqr(5)",
                       "a ~ dlnorm(0,2)",
                       "a ~ dweib(2,1.5)",
                       "a ~ dpar(6,1)",
                       "a ~ dgen.gamma(2,1,1.5)",
                       "a ~ df(5,12)",
                       "a ~ dnchisqr(4,2)",
                       "a ~ dscaled.gamma(1,5)",
                       "a ~ dbeta(2,3)",
                       "a ~ dbern(.3)",
                       "a ~ dbin(.3,10)",
                       "a ~ dpois(3)",
                       "a ~ dgeom(.4)",
                       "a ~ dnegbin(.5,3)",
                       "a ~ dbetabin(2,3,8)",
                       "a ~ dhyper(5,6,4,1.5)",
                       "a ~ dcat(c(.2,.3,.5))",
                       "a ~ dordered.logit(0,c(-1,1))",
                       "a ~ dordered.probit(0,c(-1,1))",
                       "a ~ dinterval(0.5,c(0,1))",
                       "a ~ dround(2.71,1)",
                       "a ~ dsum(1,2)",
                       "a ~ dnormmix(c(-2,2),c(1,4),c(.4,.6))",
                       "a[1:2] ~ dmnorm(c(0,1),O)",
                       "a[1:2] ~ dmnorm.vcov(c(0,1),O)",
                       "a[1:2] ~ dmt(c(0,1),O,4)",
                       "a[1:3] ~ ddirch(c(1,2,3))",
                       "a[1:3] ~ dmulti(c(.2,.3,.5),6)",
                       "a[1:3] ~ dsample(c(1,2,3),2)",
                       "a[1:2,1:2] ~ dwish(O,4)",
                       "a[1:2,1:2] ~ dscaled.wishart(c(1,2),2)"};
  NamedArrays data;
  data.add("O", {{2, 2}, {2, 0.5, 0.5, 1}});
  for (const char* relation : all) {
    const auto out = drawn(relation, data);
    ASSERT_NE(out.find("a"), nullptr) << relation;
    for (const double v : out.find("a")->values) EXPECT_TRUE(std::isfinite(v)) << relation;
  }
}

TEST(DataBlock, BoundsCutWhatIsDrawn) {
  const auto out = drawn("for (i in 1:200) { a[i] ~ dnorm(0, 1) T(6, 7); b[i] ~ dpois(2) T(1, 3) }");
  for (const double v : out.find("a")->values) EXPECT_TRUE(v >= 6 && v <= 7) << v;
  for (const double v : out.find("b")->values) EXPECT_TRUE(v >= 1 && v <= 3) << v;
}

TEST(DataBlock, BoundsFarOutInATailCutToo) {
  const auto out = drawn("for (i in 1:200) { a[i] ~ dnorm(0, 1) T(10, 11); b[i] ~ dnorm(0, 1) T(10,) }");
  double mean = 0;
  for (const double v : out.find("a")->values) EXPECT_TRUE(v >= 10 && v <= 11) << v;
  for (const double v : out.find("b")->values) mean += v / 200;
  // The mean beyond 10 is the inverse of Mills' ratio there.
  EXPECT_NEAR(mean, 10.0981, 5 * 0.097 / std::sqrt(200.0));
}

TEST(DataBlock, MistakesAreNamed) {
  EXPECT_NE(
      error_of("x ~ dnorm(0, -1)").find("m.bug:1:8: 'x' cannot be drawn: dnorm(mu = 0, tau = -1) has no"),
      std::string::npos)
      << error_of("x ~ dnorm(0, -1)");
  EXPECT_NE(error_of("x ~ dnorm(z, 1)").find("'z' is not defined"), std::string::npos);
  EXPECT_NE(error_of("x[1:2] ~ dnorm(0, 1)").find("write a loop"), std::string::npos);
}

}  // namespace
}  // namespace cggibbs::bugs
