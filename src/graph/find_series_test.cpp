// Autoregressions and random walks, however they are written; and what only looks like one.
#include "graph/find_series.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/test_models.hpp"

namespace cggibbs {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using Index = std::vector<std::uint32_t>;
using Names = std::vector<std::string>;

constexpr std::size_t n = 6;
const Index first{0}, later{1, 2, 3, 4, 5}, before{0, 1, 2, 3, 4};
const std::vector<double> counts(n, 1.0);

/// Parameters that the models here have, and the series that are found when all is written.
struct Written {
  ModelBuilder b;
  Var rho = b.bounded("rho", 1, -1, 1), s = b.positive("s"), mu = b.real("mu"), x = b.real("x", n);
  Names series, scales;  ///< the latter of the first
  std::size_t parts = 0, rows = 0;

  void find() {
    const auto model = b.build();
    for (const auto& p : model->structure().with_series())
      for (const auto& part : p.parts) {
        if (part.ties.empty()) continue;
        if (series.empty()) {
          for (NodeId v : part.scales) scales.push_back(model->node(v).name);
          parts = p.parts.size();
          rows = p.path.rows;
        }
        series.push_back(model->node(part.parameter).name);
      }
    for (const auto& p : model->structure().predictors())
      for (const auto& part : p.parts) EXPECT_THAT(part.ties, IsEmpty());
  }
  void autoregression() {
    b.factor("normal", {gather(x, first), 0, s / sqrt(1 - square(rho))});
    b.factor("normal", {gather(x, later), rho * gather(x, before), s});
  }
};

TEST(Series, IsFoundHoweverAnAutoregressionIsWritten) {
  enum { gathered, scaled_first, as_residuals, by_a_matrix, one_by_one, all };
  for (int way = 0; way < all; ++way) {
    SCOPED_TRACE(way);
    Written w;
    auto& [b, rho, s, mu, x, series, scales, parts, rows] = w;
    const Var past = rho * gather(x, before), now = gather(x, later);
    if (way == gathered) b.factor("normal", {now, past, s});
    if (way == scaled_first) b.factor("normal", {now, gather(rho * x, before), s});
    if (way == as_residuals) b.factor("normal", {now - past, 0, s});
    if (way == by_a_matrix)
      b.factor("normal", {x, rho * linear(IndexMatrix{n, n, {0, 0, 1, 2, 3, 4}, {0, 1, 1, 1, 1, 1}}, x), s});
    if (way == one_by_one)
      for (std::uint32_t t = 1; t < n; ++t)
        b.factor("normal", {gather(x, Index{t}), rho * gather(x, Index{t - 1}), s});
    b.factor("normal", {mu, 0, 1});
    b.factor("poisson_log", {counts, mu + x});
    w.find();
    EXPECT_THAT(series, ElementsAre("x"));
    EXPECT_THAT(scales, UnorderedElementsAre("rho", "s"));
    EXPECT_EQ(parts, 2U);
    EXPECT_EQ(rows, n);
  }
}

TEST(Series, KnowsItsLocationAndEntersItsLikelihoodInAnyWay) {
  enum { direct, mapped, by_index, with_noise, all };
  for (int way = 0; way < all; ++way) {
    SCOPED_TRACE(way);
    Written w;
    auto& [b, rho, s, mu, x, series, scales, parts, rows] = w;
    b.factor("normal", {gather(x, first), mu, s});
    b.factor("normal", {gather(x, later), mu + rho * (gather(x, before) - mu), s});
    const Index twice{0, 1, 2, 3, 4, 5, 5, 0};
    if (way == direct) b.factor("poisson_log", {counts, x});
    if (way == mapped) b.factor("poisson", {counts, exp(x)});
    if (way == by_index) b.factor("poisson_log", {std::vector<double>(8, 2.0), gather(x, twice)});
    if (way == with_noise) b.factor("normal", {counts, x, b.positive("sigma")});
    w.find();
    EXPECT_THAT(series, ElementsAre("x"));
    EXPECT_THAT(scales, UnorderedElementsAre("rho", "s", "mu"));
    EXPECT_EQ(rows, way == by_index ? 8U : n);
  }
}

TEST(Series, MayBeARandomWalkOfAnyOrderOrSeveralInOneParameter) {
  for (const int way : {0, 1, 2}) {
    SCOPED_TRACE(way);
    Written w;
    auto& [b, rho, s, mu, x, series, scales, parts, rows] = w;
    if (way == 0) b.factor("normal", {gather(x, later) - gather(x, before), 0, s});
    if (way == 1)
      b.factor("normal", {gather(x, {2, 3, 4, 5}), 2 * gather(x, {1, 2, 3, 4}) - gather(x, {0, 1, 2, 3}), s});
    if (way == 2) {
      const Var each = b.positive("each", 2);
      b.factor("normal", {gather(x, {1, 2, 4, 5}), gather(x, {0, 1, 3, 4}), gather(each, {0, 0, 1, 1})});
    }
    b.factor("poisson_log", {counts, x});
    w.find();
    EXPECT_THAT(series, ElementsAre("x"));
    EXPECT_THAT(scales, ElementsAre(way == 2 ? "each" : "s"));
  }
}

TEST(Series, IsNotWhatIsNotGaussianGivenTheRest) {
  enum {
    heavy_tails,
    deviation_of_before,
    curved,
    product,
    two_likelihoods,
    likelihood_by_two_ways,
    deviation_of_the_likelihood,
    moving_index,
    weighted,
    independent,
    truncated,
    all
  };
  for (int way = 0; way < all; ++way) {
    SCOPED_TRACE(way);
    Written w;
    auto& [b, rho, s, mu, x, series, scales, parts, rows] = w;
    const Var now = gather(x, later), past = gather(x, before);
    if (way == heavy_tails)
      b.factor("student_t", {now, 4, past, s});
    else if (way == deviation_of_before)
      b.factor("normal", {now, past, s * exp(past)});
    else if (way == curved)
      b.factor("normal", {now, rho * exp(past), s});
    else if (way == product)
      b.factor("normal", {now, past * past, s});
    else if (way == moving_index)
      b.factor("normal", {now, gather(x, b.integer("z", n - 1, 0, 3), 0), s});
    else if (way == weighted)
      b.factor("normal", {now, past, s}, std::vector<double>(n - 1, 0.5));
    else if (way == independent)
      b.factor("normal", {x, mu, s});
    else
      b.factor("normal", {now, past, s});
    if (way == truncated) b.factor("uniform", {x, -1, 1});
    if (way == two_likelihoods) b.factor("bernoulli_logit", {counts, x});
    if (way == likelihood_by_two_ways)
      b.factor("negative_binomial_log", {counts, x, exp(mu + x)});
    else if (way == deviation_of_the_likelihood)
      b.factor("normal", {counts, x, exp(gather(x, Index{0, 0, 0, 0, 0, 0}))});
    else
      b.factor("poisson_log", {counts, x});
    w.find();
    EXPECT_THAT(series, IsEmpty());
  }
}

TEST(Series, IsNotTheCoefficientsOfARegressionWithTwoLikelihoods) {
  Rng rng(18, 0);
  ModelBuilder b;
  const Var beta = b.real("beta", 40);
  b.factor("normal", {beta, 0, 1});
  for (int k = 0; k < 2; ++k)
    b.factor("normal", {std::vector<double>(50, 1.0), linear(test::dense(50, 40, rng), beta), 1});
  const auto model = b.build();
  EXPECT_THAT(model->structure().with_series(), IsEmpty());
}

TEST(Series, IsNotABoundedOrOrderedParameter) {
  for (const bool ordered : {false, true}) {
    ModelBuilder b;
    const Var x = ordered ? b.ordered("x", n) : b.bounded("x", n, -5, 5);
    b.factor("normal", {gather(x, later), gather(x, before), 1});
    b.factor("poisson_log", {counts, x});
    const auto model = b.build();
    EXPECT_THAT(model->structure().with_series(), IsEmpty());
  }
}

// A second likelihood that is normal is one more tie; effects whose prior a series moves keep it from being one beside them.
TEST(Series, HasTiesToItselfAndToWhatIsHeldFixedOnly) {
  for (const int way : {0, 1, 2}) {
    SCOPED_TRACE(way);
    Written w;
    auto& [b, rho, s, mu, x, series, scales, parts, rows] = w;
    w.autoregression();
    if (way == 0) b.factor("normal", {std::vector<double>(n, 0.3), x, 2});
    if (way == 1) {
      const Var u = b.real("u", n);
      b.factor("normal", {u, x, 1});
      b.factor("poisson_log", {counts, x + u});
    } else if (way == 2) {
      const Var v = b.real("v", n);
      b.factor("normal", {gather(v, later), gather(v, before) + gather(x, before), 1});
      b.factor("poisson_log", {counts, x + v});
    } else {
      b.factor("poisson_log", {counts, x});
    }
    w.find();
    EXPECT_EQ(series, way == 1 ? Names{} : Names{"x"});
  }
}

}  // namespace
}  // namespace cggibbs
