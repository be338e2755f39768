// Programs with small posteriors: chains of the sampler that programs get against sums over all states.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "bugs/compile.hpp"
#include "graph/start.hpp"
#include "samplers/choose/factory.hpp"
#include "samplers/gibbs.hpp"

namespace cggibbs {
namespace {

NamedArrays arrays(const std::vector<std::pair<std::string, NamedArray>>& all) {
  NamedArrays out;
  for (const auto& [name, a] : all) out.add(name, a);
  return out;
}

/// Means of recorded outputs over sweeps, with errors by batches.
struct Means {
  std::vector<std::string> names;
  std::vector<double> mean, error;
  double z(const std::string& name, double expected) const {
    for (std::size_t k = 0; k < names.size(); ++k)
      if (names[k] == name) return (mean[k] - expected) / error[k];
    return inf;
  }
};

Means sampled(const std::string& program, const NamedArrays& data, const std::vector<std::string>& monitor,
              int sweeps = 40000) {
  const auto model = bugs::compile({program, "m.bug"}, data, {.monitor = monitor}).problem.model;
  const Plan plan(*model);
  Rng rng(3, 1);
  State state = make_state(*model);
  draw_valid_start(*model, state, rng);
  const GibbsSettings settings;
  WarmingGibbs warming(*model, plan, state, settings, make_blocks(*model, settings, 500));
  for (int s = 0; s < 500; ++s) warming.sweep(rng);
  TunedGibbs tuned = std::move(warming).freeze();
  Means out{model->output_names(), {}, {}};
  const std::size_t n = out.names.size();
  const int batches = 50;
  std::vector<double> sum(n, 0.0), squares(n, 0.0), now(n);
  for (int b = 0; b < batches; ++b) {
    std::vector<double> mean(n, 0.0);
    for (int s = 0; s < sweeps / batches; ++s) {
      tuned.sweep(rng);
      record(*model, state, now);
      for (std::size_t k = 0; k < n; ++k) mean[k] += now[k] * batches / sweeps;
    }
    for (std::size_t k = 0; k < n; ++k) {
      sum[k] += mean[k];
      squares[k] += mean[k] * mean[k];
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    out.mean.push_back(sum[k] / batches);
    out.error.push_back(
        std::sqrt(std::max(1e-30, squares[k] / batches - out.mean[k] * out.mean[k]) / (batches - 1)));
  }
  return out;
}

double poisson(double k, double mean) {
  return std::exp(k * std::log(mean) - mean - std::lgamma(k + 1));
}

/// Means of values under weights that need not sum to 1.
struct Sum {
  double total = 0;
  std::map<std::string, double> of;
  void add(double weight, const std::map<std::string, double>& values) {
    total += weight;
    for (const auto& [name, v] : values) of[name] += weight * v;
  }
};

void expect_means(const Means& found, const Sum& exact) {
  for (const auto& [name, v] : exact.of) EXPECT_LT(std::abs(found.z(name, v / exact.total)), 4.5) << name;
}

const NamedArray weights{{3}, {0.2, 0.5, 0.3}};

TEST(BugsPosteriors, TermsOfAnObservedSum) {
  const auto found = sampled(
      "model { s ~ dsum(a, b, c); a ~ dpois(3); b ~ dpois(2 + a); c ~ dbin(0.4, 4); y ~ dnorm(a, 1) }",
      arrays({{"s", {{}, {8}}}, {"y", {{}, {1.5}}}}), {"a", "b", "c"});
  Sum exact;
  for (int a = 0; a <= 8; ++a)
    for (int c = 0; c <= 4 && a + c <= 8; ++c) {
      const double b = 8 - a - c, of_c = std::tgamma(5) / std::tgamma(c + 1) / std::tgamma(5 - c) *
                                         std::pow(0.4, c) * std::pow(0.6, 4 - c);
      exact.add(poisson(a, 3) * poisson(b, 2 + a) * of_c * std::exp(-0.5 * (1.5 - a) * (1.5 - a)),
                {{"a", a}, {"b", b}, {"c", c}});
    }
  expect_means(found, exact);
  EXPECT_GT(std::abs(found.z("a", 8. / 3)), 6);  // what it would be without y
}

TEST(BugsPosteriors, CensoredCountsStayWithinTheirBounds) {
  // y >= 4 is all that is known: the law of l given it, by sums over y.
  const auto found = sampled("model { y ~ dpois(l) I(4,); l ~ dgamma(2, 1) }", {}, {"l", "y"}, 80000);
  const auto odd = sampled("model { y ~ dpois(l) I(3.5, 10); l ~ dgamma(2, 1) }", {}, {"l", "y"}, 80000);
  Sum exact, between;
  for (int y = 4; y < 200; ++y) {
    // integral of l^y exp(-2 l) l / y! is Gamma(y + 2) / 2^(y + 2) / y!
    const double weight = (y + 1) * std::pow(0.5, y + 2);
    exact.add(weight, {{"l", (y + 2) / 2.}, {"y", y}});
    if (y <= 10) between.add(weight, {{"l", (y + 2) / 2.}, {"y", y}});
  }
  expect_means(found, exact);
  expect_means(odd, between);
}

TEST(BugsPosteriors, CountsMayBeLargerThanIntegersOfTheMachine) {
  const auto found = sampled("model { k ~ dbin(0.5, N); y ~ dnorm(k / 1.0E9, 100) }",
                             arrays({{"N", {{}, {1e10}}}, {"y", {{}, {5}}}}), {"k"}, 4000);
  EXPECT_NEAR(found.mean[0], 5e9, 1e6);
}

TEST(BugsPosteriors, LatentCountsFindAStartThatTheirDataAllow) {
  const auto found = sampled("model { x[1:3] ~ dmulti(p[], 8); y ~ dbin(0.5, x[1]); p ~ ddirch(a[]) }",
                             arrays({{"y", {{}, {2}}}, {"a", {{3}, {1, 1, 1}}}}), {"x[1]"});
  Sum exact;  // all (x1, x2, x3) are as likely before y
  for (int x = 2; x <= 8; ++x) exact.add((9 - x) * x * (x - 1) / 2. * std::pow(0.5, x), {{"x[1]", x}});
  expect_means(found, exact);
  std::vector<double> y(40, 6);
  const auto many =
      sampled("model { for (i in 1:40) { x[i] ~ dbin(p, 8); y[i] ~ dbin(0.5, x[i]) }; p ~ dbeta(1, 1) }",
              arrays({{"y", {{40}, y}}}), {"p"}, 4000);
  EXPECT_GT(many.mean[0], 0.9);
}

TEST(BugsPosteriors, NormalTermsOfAnObservedSum) {
  const auto found =
      sampled("model { s ~ dsum(x[1], x[2], x[3]); for (i in 1:3) { x[i] ~ dnorm(i, 1 / i) } }",
              arrays({{"s", {{}, {9}}}}), {"x"});
  for (int i = 1; i <= 3; ++i)
    EXPECT_LT(std::abs(found.z("x[" + std::to_string(i) + "]", 1.5 * i)), 4.5) << i;
}

TEST(BugsPosteriors, CountsOfAKnownTotal) {
  const auto found = sampled("model { x[1:3] ~ dmulti(p[], 6); for (k in 1:3) { y[k] ~ dpois(x[k] + 0.5) } }",
                             arrays({{"p", weights}, {"y", {{3}, {4, 0, 2}}}}), {"x"});
  Sum exact;
  for (int a = 0; a <= 6; ++a)
    for (int b = 0; a + b <= 6; ++b) {
      const int c = 6 - a - b;
      exact.add(poisson(a, 0.2) * poisson(b, 0.5) * poisson(c, 0.3) * poisson(4, a + 0.5) *
                    poisson(0, b + 0.5) * poisson(2, c + 0.5),
                {{"x[1]", a}, {"x[2]", b}, {"x[3]", c}});
    }
  expect_means(found, exact);
}

TEST(BugsPosteriors, CountsOfASampledTotal) {
  // x[k] are independent Poisson counts; of x[1] a half was seen.
  const auto found = sampled("model { x[1:3] ~ dmulti(p[], N); N ~ dpois(8); y ~ dbin(0.5, x[1]) }",
                             arrays({{"p", weights}, {"y", {{}, {2}}}}), {"N", "x"});
  EXPECT_LT(std::abs(found.z("x[1]", 2.8)), 4.5);
  EXPECT_LT(std::abs(found.z("x[2]", 4)), 4.5);
  EXPECT_LT(std::abs(found.z("N", 9.2)), 4.5);
}

TEST(BugsPosteriors, CountsOfWhichSomeAreKnown) {
  const auto found = sampled(
      "model { x[1:3] ~ dmulti(p[], 6); y ~ dpois(x[1] + 0.5) }",
      arrays({{"p", weights}, {"x", {{3}, {std::nan(""), 2, std::nan("")}}}, {"y", {{}, {3}}}}), {"x[1]"});
  Sum exact;
  for (int a = 0; a <= 4; ++a)
    exact.add(poisson(a, 0.2) * poisson(4 - a, 0.3) * poisson(3, a + 0.5), {{"x[1]", a}});
  expect_means(found, exact);
}

TEST(BugsPosteriors, SubsetsOfAKnownSize) {
  const double w[] = {0.2, 0.6, 1.2, 0.5};
  const auto found = sampled(
      "model { x[1:4] ~ dsample(w[], 2); y ~ dnorm(inprod(x[], v[]), 1) }",
      arrays({{"w", {{4}, {0.2, 0.6, 1.2, 0.5}}}, {"v", {{4}, {1, 2, 3, 4}}}, {"y", {{}, {4}}}}), {"x"});
  Sum exact;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < i; ++j) {
      std::map<std::string, double> values;
      for (int k = 0; k < 4; ++k) values["x[" + std::to_string(k + 1) + "]"] = k == i || k == j;
      const double off = 4 - (i + j + 2);
      exact.add(w[i] * w[j] * std::exp(-0.5 * off * off), values);
    }
  expect_means(found, exact);
}

TEST(BugsPosteriors, NormalVectorsObservedInPart) {
  const auto found = sampled("model { for (i in 1:2) { y[i,1:3] ~ dmnorm(m[], O[,]) } }",
                             arrays({{"m", {{3}, {0, 0, 0}}},
                                     {"O", {{3, 3}, {2, 0.5, 0.2, 0.5, 1, 0.1, 0.2, 0.1, 1.5}}},
                                     {"y", {{2, 3}, {1, std::nan(""), 2, 0.5, std::nan(""), std::nan("")}}}}),
                             {"y"});
  // -O[3,3]^-1 (O[3,1] y1 + O[3,2] y2); and for the second row two unknowns
  EXPECT_LT(std::abs(found.z("y[1,3]", -(0.2 + 0.2) / 1.5)), 4.5);
  const double det = 2 * 1.5 - 0.04, b1 = -0.5 * 0.5, b3 = -0.1 * 0.5;
  EXPECT_LT(std::abs(found.z("y[2,1]", (1.5 * b1 - 0.2 * b3) / det)), 4.5);
  EXPECT_LT(std::abs(found.z("y[2,3]", (2 * b3 - 0.2 * b1) / det)), 4.5);
}

TEST(BugsPosteriors, AnIndexThatAContinuousNodeMoves) {
  const double y[] = {0.1, -0.2, 1.4, 0.8};
  const auto found = sampled(
      "model { for (i in 1:4) { y[i] ~ dnorm(b[J[i]], 1); J[i] <- 1 + step(i - cp) } cp ~ dunif(1, 4); k <- "
      "trunc(cp) }",
      arrays({{"y", {{4}, {0.1, -0.2, 1.4, 0.8}}}, {"b", {{2}, {0, 1}}}}), {"k"});
  Sum exact;
  for (int k = 1; k <= 3; ++k) {  // cp in (k, k + 1): elements above k have b[2]
    double log = 0;
    for (int i = 1; i <= 4; ++i) log -= 0.5 * (y[i - 1] - (i > k)) * (y[i - 1] - (i > k));
    exact.add(std::exp(log), {{"k", k}});
  }
  expect_means(found, exact);
}

TEST(BugsPosteriors, RoundedValuesLieWithinHalfAUnit) {
  const auto found =
      sampled("model { y ~ dround(x, 0); x ~ dnorm(0, 1) }", arrays({{"y", {{}, {2}}}}), {"x"});
  Sum exact;
  for (double x = 1.5; x < 2.5; x += 1e-4) exact.add(std::exp(-0.5 * x * x), {{"x", x}});
  expect_means(found, exact);
}

TEST(BugsPosteriors, WhatFollowsWithoutChanceIsComputed) {
  const auto found = sampled(
      "model { s ~ dsum(a, b); r ~ dround(a, 1); c ~ dinterval(a, cut[]); a ~ dnorm(1, 4); b ~ dnorm(2, 4) }",
      arrays({{"cut", {{2}, {0, 1}}}}), {"s", "r", "c"});
  EXPECT_LT(std::abs(found.z("s", 3)), 4.5);
  EXPECT_LT(std::abs(found.z("r", 1)), 4.5);
  EXPECT_LT(std::abs(found.z("c", (0.5 - 0.0227501319) + 2 * 0.5)), 4.5);
}

}  // namespace
}  // namespace cggibbs
