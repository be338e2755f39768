// Chains that leave for infinity stop with an error; heavy tails do not.
#include "run/runaway.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cggibbs/cggibbs.hpp>

#include "graph/test_models.hpp"

namespace cggibbs {
namespace {

using testing::HasSubstr;

/// y = x beta + noise with entries of x about `unit`, and a parameter that enters no predictor.
std::shared_ptr<const Model> regression(double unit) {
  ModelBuilder b;
  const Var beta = b.real("beta", 2);
  const Var s = b.positive("s");
  b.factor("normal", {std::vector<double>{1, 2, 3},
                      linear(DenseMatrix{3, 2, {unit, 0, -unit, unit, unit, 0}}, beta), s});
  return b.build();
}

State at(const Model& model, std::vector<double> parameters) {
  State state = make_state(model);
  std::copy(parameters.begin(), parameters.end(), state.values.begin());
  recompute(model, state);
  return state;
}

TEST(Runaway, IsBeyond1e20OfTheSizeOfTheData) {
  const auto model = regression(1);
  EXPECT_FALSE(find_runaway(*model, at(*model, {1e15, -1e19, 1e20})));
  EXPECT_THAT(find_runaway(*model, at(*model, {1, -5e48, 1})).words, HasSubstr("beta[2] is -5e+48"));
  EXPECT_THAT(find_runaway(*model, at(*model, {1, 1, 1e21})).words, HasSubstr("s is 1e+21"));
  EXPECT_THAT(find_runaway(*model, at(*model, {-inf, 1, 1})).words, HasSubstr("beta[1] is -inf"));
  EXPECT_THAT(find_runaway(*model, at(*model, {1, nan, 1})).words, HasSubstr("beta[2] is nan"));
}

TEST(Runaway, IsToldOfOutputsNotOfTheCoordinatesBehindThem) {
  ModelBuilder b;
  const Var z = b.real("z", 2);
  b.hide(z);
  const Var beta = linear(DenseMatrix{2, 2, {1, 0, 1, -3}}, z);
  b.monitor("beta", beta);
  b.factor("normal", {beta, 0, 1});
  const auto model = b.build();
  EXPECT_THAT(find_runaway(*model, at(*model, {1, 1e30})).words, HasSubstr("beta[2] is -3e+30"));
}

TEST(Runaway, KnowsTheUnitsOfColumns) {
  const auto small = regression(1e-12);
  EXPECT_FALSE(find_runaway(*small, at(*small, {1e25, 1, 1})));
  EXPECT_THAT(find_runaway(*small, at(*small, {1e35, 1, 1})).words, HasSubstr("beta[1]"));
}

TEST(Runaway, IsNotADrawThatComesBack) {
  const auto model = regression(1);
  const State near = at(*model, {1, 1, 1}), far = at(*model, {1e30, 1, 1});
  RunawayWatch watch;
  EXPECT_NO_THROW(watch.look(*model, far, 100, true));
  EXPECT_NO_THROW(watch.look(*model, near, 200, true));
  EXPECT_NO_THROW(watch.look(*model, far, 300, true));
  try {
    watch.look(*model, far, 400, true);
    FAIL();
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), HasSubstr("beta[1] is 1e+30"));
    EXPECT_THAT(e.what(), HasSubstr("400 sweeps"));
    EXPECT_THAT(e.what(), HasSubstr("proper prior"));
  }
}

TEST(Runaway, IsNotAWarmupThatComesBackFromABadStart) {
  const auto model = regression(1);
  const State far = at(*model, {1e30, 1, 1}), nearer = at(*model, {1e29, 1, 1}),
              near = at(*model, {1e28, 1, 1});
  RunawayWatch watch;
  EXPECT_NO_THROW(watch.look(*model, far, 100, true));
  EXPECT_NO_THROW(watch.look(*model, nearer, 200, true));
  EXPECT_THROW(watch.look(*model, near, 300, false), Error);  // draws from there are of no use
}

TEST(Runaway, StopsARunOnAnImproperPosterior) {
  ModelBuilder b;
  const Var beta = b.real("slope");
  b.factor("bernoulli_logit",
           {std::vector<double>{0, 0, 1, 1}, linear(DenseMatrix{4, 1, {-2, -1, 1, 2}}, beta)});
  const auto model = b.build();
  for (const auto kernel : {"slice", "auto"}) {
    SampleSettings s{.chains = 2, .warmup = 1000, .draws = 3000, .seed = 1};
    s.sampler = kernel;
    try {
      sample(*model, s);
      FAIL();
    } catch (const Error& e) {
      EXPECT_THAT(e.what(), HasSubstr("slope"));
    }
  }
}

TEST(Runaway, IsNotSeenInHeavyTails) {
  ModelBuilder b;
  const Var x = b.real("x", 3);
  const Var scale = b.positive("scale", 3);
  b.factor("half_cauchy", {scale, 1});
  b.factor("cauchy", {x, 0, scale});
  SampleSettings s{.chains = 2, .warmup = 500, .draws = 20000, .seed = 1};
  s.sampler = "slice";
  EXPECT_NO_THROW(sample(*b.build(), s));
}

}  // namespace
}  // namespace cggibbs
