// What sizes alone say about samplers.
#include "samplers/choose/candidates.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "graph/test_models.hpp"

namespace cggibbs {
namespace {

SamplerCandidate candidate(const Model& model, const std::string& name) {
  const auto all = sampler_candidates(model, Plan(model), {});
  return *std::find_if(all.begin(), all.end(), [&](const auto& c) { return c.name == name; });
}

TEST(Candidates, WideDenseDataPromiseMoreToTheBlock) {
  Rng rng(12, 0);
  const auto model = test::logistic(test::dense(30, 200, rng), test::coin_flips(30, rng));
  EXPECT_GT(candidate(*model, "gaussian_block").promise(), 5 * candidate(*model, "slice").promise());
  EXPECT_EQ(candidate(*model, "gaussian_block").gibbs.sampler, "gaussian_block");
  EXPECT_EQ(candidate(*model, "nuts").gibbs.sampler, "nuts");
}

TEST(Candidates, SparseDataPromiseMoreToCoordinates) {
  Rng rng(13, 0);
  const auto model = test::logistic(test::sparse(2000, 1000, 0.001, rng), test::coin_flips(2000, rng));
  EXPECT_LT(candidate(*model, "gaussian_block").promise(), candidate(*model, "slice").promise());
}

/// Eight groups of 2500 rows: a block's axes once promised more, at six times the time.
TEST(Candidates, GroupsPromiseMostToWhatMovesThemWithTheirScale) {
  Rng rng(16, 0);
  constexpr std::size_t n = 20000, levels = 8;
  ModelBuilder b;
  const Var a = b.real("a"), beta = b.real("beta"), s = b.positive("s"), u = b.real("u", levels);
  b.factor("normal", {a, 0, 5});
  b.factor("normal", {beta, 0, 2.5});
  b.factor("half_normal", {s, 1});
  b.factor("normal", {u, 0, s});
  std::vector<std::uint32_t> group(n);
  for (std::size_t i = 0; i < n; ++i) group[i] = static_cast<std::uint32_t>(i % levels);
  b.factor("bernoulli_logit",
           {test::coin_flips(n, rng), a + linear(test::dense(n, 1, rng), beta) + gather(u, group)});
  const auto model = b.build();
  const double latent = candidate(*model, "latent").promise();
  for (const char* other : {"slice", "newton", "gaussian_block", "nuts"})
    EXPECT_GT(latent, 4 * candidate(*model, other).promise()) << other;
}

TEST(Candidates, TheOnesThatCannotRunSayWhy) {
  ModelBuilder b;
  const Var k = b.integer("k", 1, 0, 5);
  b.factor("poisson", {k, 2});
  const auto model = b.build();
  EXPECT_THAT(candidate(*model, "gaussian_block").refused, testing::HasSubstr("Gaussian priors"));
  EXPECT_THAT(candidate(*model, "nuts").refused, testing::HasSubstr("continuous"));
  EXPECT_EQ(candidate(*model, "slice").refused, "");
}

/// Rows of a likelihood whose precision moves.
double price_of(const std::string& likelihood, std::vector<double> weights, std::size_t n = 20000) {
  Rng rng(15, 0);
  ModelBuilder b;
  const Var beta = b.real("beta", 2), phi = b.positive("phi");
  b.factor("normal", {beta, 0, 1});
  b.factor("gamma", {phi, 2, 0.5});
  std::vector<double> y(n);
  for (double& v : y)
    v = likelihood == "beta_logit" ? 0.1 + 0.8 * rng.uniform() : std::floor(5 * rng.uniform());
  b.factor(likelihood, {y, linear(test::dense(n, 2, rng), beta), phi}, std::move(weights));
  return model_row_price(*b.build());
}

/// Nanoseconds as docs/kernels.md has them: loops where there are any, log gamma of each row where there are none.
TEST(Candidates, RowsCostWhatTheirLoopsTake) {
  const std::vector<double> weights(20000, 0.5);
  EXPECT_NEAR(price_of("normal", {}), 1, 0.2);
  EXPECT_NEAR(price_of("negative_binomial_log", {}), 1.6, 0.2);
  EXPECT_NEAR(price_of("beta_logit", {}), 5.5, 0.2);
  EXPECT_NEAR(price_of("beta_logit", weights), 150, 3);
  EXPECT_GT(price_of("normal", weights), 10);
}

TEST(Candidates, WhatAnEvaluationTakesBesideFewRowsIsNotPricedAsRows) {
  EXPECT_LT(price_of("beta_logit", std::vector<double>(2, 0.5), 2), 10);
}

/// n rows, d coefficients whose scales are lambda_j tau, or what a slab leaves of that.
std::shared_ptr<const Model> horseshoe(std::size_t n, std::size_t d, bool slab = false) {
  Rng rng(14, 0);
  ModelBuilder b;
  const Var tau = b.positive("tau");
  const Var lambda = b.positive("lambda", d);
  const Var beta = b.real("beta", d);
  b.factor("half_cauchy", {tau, 1});
  b.factor("half_cauchy", {lambda, 1});
  if (slab) {
    const Var c2 = b.positive("c2");
    b.factor("inverse_gamma", {c2, 2, 8});
    b.factor("normal", {beta, 0, sqrt(c2) * lambda * tau / sqrt(c2 + square(lambda * tau))});
  } else {
    b.factor("normal", {beta, 0, lambda * tau});
  }
  b.factor("bernoulli_logit", {test::coin_flips(n, rng), linear(test::dense(n, d, rng), beta)});
  return b.build();
}

TEST(Candidates, TheScalesOfAHorseshoeAreNotMovedOneAtATime) {
  for (const bool slab : {false, true}) {
    const auto model = horseshoe(30, 50, slab);
    for (const auto& c : sampler_candidates(*model, Plan(*model), {})) {
      SCOPED_TRACE(c.name);
      if (c.name == "slice" || c.name == "gibbs" || c.name == "latent")
        EXPECT_THAT(c.refused, testing::HasSubstr("scales of a horseshoe one at a time"));
      else if (c.name == "newton")
        EXPECT_THAT(c.refused, testing::HasSubstr("when coefficients outnumber rows"));
      else if (c.name == "gaussian_block")
        EXPECT_EQ(c.refused, "");
      else
        EXPECT_THAT(c.refused, testing::HasSubstr("funnels"));
    }
  }
}

TEST(Candidates, AHorseshoeTooLargeForTheBlockIsLeftToNewton) {
  const auto model = horseshoe(3200, 3200);
  EXPECT_THAT(candidate(*model, "gaussian_block").refused, testing::HasSubstr("too large"));
  EXPECT_THAT(candidate(*model, "slice").refused, testing::HasSubstr("one at a time"));
  EXPECT_EQ(candidate(*model, "newton").refused, "");
}

TEST(Candidates, AHorseshoeWithManyRowsIsOpenToNewton) {
  const auto model = horseshoe(1000, 200);
  EXPECT_EQ(candidate(*model, "gaussian_block").refused, "");
  EXPECT_EQ(candidate(*model, "newton").refused, "");
}

}  // namespace
}  // namespace cggibbs
