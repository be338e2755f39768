// What is found in models whose structure is known.
#include "graph/structure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/test_models.hpp"

namespace cggibbs {
namespace {

using testing::ElementsAre;

NodeId named(const Model& model, const std::string& name) {
  for (NodeId p : model.parameters())
    if (model.node(p).name == name) return p;
  ADD_FAILURE() << "no parameter " << name;
  return 0;
}

TEST(Structure, FindsCoefficientsInterceptAndGroupsUnderOnePredictor) {
  Rng rng(10, 0);
  ModelBuilder b;
  const Var a = b.real("a");
  const Var beta = b.real("b", 3);
  const Var free = b.real("free", 2);  // read twice: not Gaussian
  b.factor("student_t", {a, 3, 0, 1});
  b.factor("normal", {beta, 0, 2});
  b.factor("normal", {free, 0, 1});
  b.factor("normal", {1.0, sum(free), 1});
  b.factor("poisson_log", {std::vector<double>(6, 1.0),
                           a + linear(test::dense(6, 3, rng), beta) + linear(test::dense(6, 2, rng), free)});
  const auto model = b.build();
  ASSERT_EQ(model->structure().predictors().size(), 1u);
  const LinearPredictor& found = model->structure().predictors()[0];
  EXPECT_EQ(found.parts.size(), 2u);
  EXPECT_EQ(found.size(), 4u);
  EXPECT_EQ(found.path.rows, 6u);
  EXPECT_TRUE(found.path.direct());
  EXPECT_FALSE(found.fixed());  // Student t has auxiliary variances
}

TEST(Structure, HasEveryPredictorOfAJointModel) {
  Rng rng(11, 0);
  ModelBuilder b;
  const Var beta = b.real("beta", 2), gamma = b.real("gamma", 3), level = b.real("level", 2),
            u = b.real("u", 4);
  for (const Var& v : {beta, gamma, level}) b.factor("normal", {v, 0, 1});
  b.factor("normal", {u, linear(test::dense(4, 2, rng), level), 1});  // a regression of group effects
  b.factor("bernoulli_logit", {test::coin_flips(8, rng), linear(test::dense(8, 2, rng), beta)});
  b.factor("poisson", {std::vector<double>(6, 1.0),
                       exp(linear(test::dense(6, 3, rng), gamma) + gather(u, {0, 1, 2, 3, 0, 1}))});
  const auto model = b.build();
  std::vector<std::size_t> rows, sizes, maps;
  for (const auto& p : model->structure().predictors()) {
    rows.push_back(p.path.rows);
    sizes.push_back(p.size());
    maps.push_back(p.path.maps.size());
  }
  EXPECT_THAT(rows, ElementsAre(4, 8, 6));
  EXPECT_THAT(sizes, ElementsAre(2, 2, 7));
  EXPECT_THAT(maps, ElementsAre(0, 0, 1));
}

TEST(Structure, AHorseshoeIsFoundWhereItsScalesHaveNoOtherUse) {
  for (const bool shared : {false, true}) {
    Rng rng(12, 0);
    ModelBuilder b;
    const Var tau = b.positive("tau"), lambda = b.positive("lambda", 3), beta = b.real("beta", 3);
    b.factor("half_cauchy", {tau, 0.5});
    b.factor("half_cauchy", {lambda, 2});
    b.factor("normal", {beta, 0, lambda * tau});
    if (shared) b.factor("normal", {1.0, 0, tau});
    b.factor("bernoulli_logit", {test::coin_flips(5, rng), linear(test::dense(5, 3, rng), beta)});
    const auto model = b.build();
    const GaussianPart& part = model->structure().predictors().at(0).parts.at(0);
    EXPECT_EQ(part.kind, MixtureKind::scaled);
    EXPECT_EQ(part.horseshoe.has_value(), !shared);
    if (shared) continue;
    EXPECT_EQ(part.horseshoe->lambda, named(*model, "lambda"));
    EXPECT_EQ(part.horseshoe->tau, named(*model, "tau"));
    EXPECT_EQ(part.horseshoe->lambda_scale, 2);
    EXPECT_EQ(part.horseshoe->tau_scale, 0.5);
    EXPECT_TRUE(part.scales.empty());
  }
}

/// What is no horseshoe, though the scales have half-Cauchy priors: scales within bounds, scales that are the mean too.
TEST(Structure, AHorseshoeNeedsScalesOfAnySizeThatAreNoMean) {
  enum { bounded_tau, bounded_lambda, ordered_lambda, lambda_is_mean, tau_is_mean, all };
  for (int way = 0; way < all; ++way) {
    SCOPED_TRACE(way);
    Rng rng(12, 0);
    ModelBuilder b;
    const Var tau = way == bounded_tau ? b.bounded("tau", 1, 0, 0.3) : b.positive("tau");
    const Var lambda = way == bounded_lambda   ? b.bounded("lambda", 3, 0, 0.5)
                       : way == ordered_lambda ? b.ordered("lambda", 3)
                                               : b.positive("lambda", 3);
    const Var beta = b.real("beta", 3);
    b.factor("half_cauchy", {tau, 1});
    b.factor("half_cauchy", {lambda, 1});
    const Arg mean = way == lambda_is_mean ? Arg(lambda) : way == tau_is_mean ? Arg(tau) : Arg(0);
    b.factor("normal", {beta, mean, lambda * tau});
    b.factor("bernoulli_logit", {test::coin_flips(5, rng), linear(test::dense(5, 3, rng), beta)});
    const auto model = b.build();
    EXPECT_FALSE(model->structure().predictors().at(0).parts.at(0).horseshoe.has_value());
  }
}

/// However its standard deviations are written; and what only looks like one.
TEST(Structure, ARegularizedHorseshoeIsFoundByTheStandardDeviationsThatItHas) {
  enum {
    quotient,
    precisions,
    product,
    logs,
    found,
    jitter = found,
    minimum,
    other_power,
    shared,
    bounded_c2,
    all
  };
  for (int way = 0; way < all; ++way) {
    SCOPED_TRACE(way);
    Rng rng(12, 0);
    ModelBuilder b;
    const Var tau = b.positive("tau"), lambda = b.positive("lambda", 3), beta = b.real("beta", 3);
    const Var c2 = way == bounded_c2 ? b.bounded("c2", 1, 0, 4) : b.positive("c2");
    b.factor("half_cauchy", {tau, 0.5});
    b.factor("half_cauchy", {lambda, 2});
    b.factor("inverse_gamma", {c2, 2, 8});
    const Var free = lambda * tau, free2 = square(free);
    const Var ways[]{sqrt(c2 * free2 / (c2 + free2)),
                     1 / sqrt(1 / c2 + 1 / free2),
                     tau * (sqrt(c2) * lambda / sqrt(c2 + free2)),
                     exp(0.5 * (log(c2) + log(free2) - log(c2 + free2))),
                     sqrt(c2 * free2 / (c2 + free2)) + 1e-12,
                     min(sqrt(c2), free),
                     sqrt(c2 * free / (c2 + free)),
                     sqrt(c2 * free2 / (c2 + free2)),
                     sqrt(c2 * free2 / (c2 + free2))};
    b.factor("normal", {beta, 0, ways[way]});
    if (way == shared) b.factor("normal", {1.0, 0, c2});
    b.factor("bernoulli_logit", {test::coin_flips(5, rng), linear(test::dense(5, 3, rng), beta)});
    const auto model = b.build();
    const GaussianPart& part = model->structure().predictors().at(0).parts.at(0);
    EXPECT_EQ(part.kind, MixtureKind::normal);
    ASSERT_EQ(part.horseshoe.has_value(), way < found);
    EXPECT_EQ(part.scales.empty(), way < found);
    if (way >= found) continue;
    EXPECT_EQ(part.horseshoe->lambda, named(*model, "lambda"));
    EXPECT_EQ(part.horseshoe->tau, named(*model, "tau"));
    EXPECT_EQ(part.horseshoe->lambda_scale, 2);
    EXPECT_EQ(part.horseshoe->tau_scale, 0.5);
    ASSERT_TRUE(part.horseshoe->slab.has_value());
    EXPECT_EQ(part.horseshoe->slab->c2, named(*model, "c2"));
    EXPECT_EQ(part.horseshoe->slab->shape, 2);
    EXPECT_EQ(part.horseshoe->slab->scale, 8);
  }
}

TEST(Structure, KnowsTheScalesOfCoefficientsAndWhatIsBetween) {
  Rng rng(13, 0);
  ModelBuilder b;
  const Var sd = b.positive("sd"), ratio = b.positive("ratio"), other = b.positive("other", 2);
  const Var u = b.real("u", 4), lone = b.real("lone");
  b.factor("half_normal", {sd, 1});
  b.factor("half_normal", {ratio, 1});
  b.factor("half_normal", {other, 1});
  b.factor("normal", {u, 0, sqrt(sd * ratio) * gather(other, {0, 1, 0, 1})});
  b.factor("normal", {lone, 0, sd});
  b.factor("bernoulli_logit", {test::coin_flips(6, rng), lone + gather(u, {0, 1, 2, 3, 0, 1})});
  const auto model = b.build();
  const auto& parts = model->structure().predictors().at(0).parts;
  ASSERT_EQ(parts.size(), 2u);
  const GaussianPart& group = parts[0].size() == 4 ? parts[0] : parts[1];
  EXPECT_THAT(group.scales, ElementsAre(named(*model, "sd"), named(*model, "ratio")));
  ASSERT_FALSE(group.between.empty());
  for (NodeId v : group.between) EXPECT_THAT(model->cached(), testing::Contains(v));
  EXPECT_TRUE((parts[0].size() == 1 ? parts[0] : parts[1])
                  .scales.empty());  // one coefficient does not hold a scale back
}

TEST(Structure, KnowsCorrelatedEffectsTheirScalesAndCorrelations) {
  Rng rng(16, 0);
  const auto model = test::correlated_effects(12, 5, rng);
  const LinearPredictor& found = model->structure().predictors().at(0);
  ASSERT_EQ(found.parts.size(), 2u);
  const GaussianPart& part = found.parts[0].size() == 10 ? found.parts[0] : found.parts[1];
  EXPECT_EQ(part.kind, MixtureKind::correlated);
  EXPECT_EQ(part.parameter, named(*model, "u"));
  EXPECT_EQ(part.event, 2u);
  EXPECT_FALSE(part.fixed);
  EXPECT_THAT(part.scales, ElementsAre(named(*model, "s"), named(*model, "t")));
  EXPECT_THAT(part.correlations, ElementsAre(named(*model, "R_partial")));
  EXPECT_THAT(part.between, testing::Contains(model->factors()[part.factor].args[2]));
  for (NodeId v : part.between) EXPECT_THAT(model->cached(), testing::Contains(v));
  const LinearPredictor rest = found.independent();
  ASSERT_EQ(rest.parts.size(), 1u);
  EXPECT_EQ(rest.parts[0].parameter, named(*model, "mu"));
}

TEST(Structure, EventsThatHaveAFactorEachAreNoPart) {
  Rng rng(17, 0);
  for (const bool shared : {true, false}) {
    ModelBuilder b;
    const Var u = b.real("u", {2, 2});
    const std::vector<double> one{1, 0, 0.3, 2}, both{1, 0, 0.3, 2, 2, 0, 0.1, 1};
    b.factor("multi_normal_cholesky",
             {u, std::vector<double>{0, 0},
              shared ? reshape(b.data(one), {2, 2}) : reshape(b.data(both), {2, 2, 2})});
    b.factor("bernoulli_logit", {test::coin_flips(6, rng), linear(test::dense(6, 4, rng), u)});
    const auto model = b.build();
    ASSERT_EQ(model->structure().predictors().size(), shared ? 1u : 0u);
    if (shared) {
      EXPECT_TRUE(model->structure().predictors()[0].parts[0].fixed);
    }
  }
}

TEST(Structure, CoefficientsThatMoveTheMeanOfTheirOwnPriorAreNotGaussianGivenTheRest) {
  Rng rng(14, 0);
  ModelBuilder b;
  const Var x = b.real("x", 3);
  b.factor("normal", {x, linear(test::dense(3, 3, rng), x), 1});
  EXPECT_TRUE(b.build()->structure().predictors().empty());
}

TEST(Structure, SumsOfOneRowAreLeftOutBesideOthers) {
  for (const bool beside : {false, true}) {
    Rng rng(15, 0);
    ModelBuilder b;
    const Var a = b.real("a", 2), beta = b.real("beta");
    b.factor("normal", {a, 0, 1});
    b.factor("normal", {beta, 0, 1});
    b.factor("poisson_log", {3.0, sum(a)});
    if (beside) b.factor("bernoulli_logit", {test::coin_flips(3, rng), linear(test::dense(3, 1, rng), beta)});
    const auto model = b.build();
    ASSERT_EQ(model->structure().predictors().size(), 1u);
    EXPECT_EQ(model->structure().predictors()[0].path.rows, beside ? 3u : 1u);
  }
}

}  // namespace
}  // namespace cggibbs
