// What sizes alone say about samplers.
#include "samplers/candidates.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

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
  EXPECT_TRUE(candidate(*model, "gaussian_block").gibbs.gaussian_block);
  EXPECT_EQ(candidate(*model, "nuts").gibbs.kernel, Kernel::nuts);
}

TEST(Candidates, SparseDataPromiseMoreToCoordinates) {
  Rng rng(13, 0);
  const auto model = test::logistic(test::sparse(2000, 1000, 0.001, rng), test::coin_flips(2000, rng));
  EXPECT_LT(candidate(*model, "gaussian_block").promise(), candidate(*model, "slice").promise());
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

}  // namespace
}  // namespace cggibbs
