// The Newton block: rows, cached values, agreement with slice, work.
#include "samplers/linear/newton_block.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "graph/start.hpp"
#include "graph/test_models.hpp"
#include "samplers/choose/factory.hpp"
#include "samplers/gibbs.hpp"
#include "samplers/test_agreement.hpp"

namespace cggibbs {
namespace {

GibbsSettings newton() {
  GibbsSettings s;
  s.sampler = "newton";
  return s;
}

/// Intercept, dense, sparse and grouped columns, offsets and weights under one predictor.
std::shared_ptr<const Model> mixed_model(const std::string& family, bool weighted) {
  Rng rng(21, 0);
  const std::size_t n = 40;
  std::vector<double> y(n), offsets = test::normals(n, rng), weights(n);
  for (std::size_t i = 0; i < n; ++i) {
    y[i] =
        family == "bernoulli_logit" ? static_cast<double>(rng.below(2)) : static_cast<double>(rng.below(4));
    weights[i] = static_cast<double>(rng.below(3)) / 2;
  }
  ModelBuilder b;
  const Var a = b.real("a");  // flat
  const Var dense = b.real("dense", 3);
  const Var sparse = b.real("sparse", 5);
  const Var group = b.real("group", 4);
  const Var sd = b.positive("sd");
  b.factor("student_t", {dense, 4, 0, 1});
  b.factor("normal", {sparse, 0, 2});
  b.factor("normal", {group, 0, sd});
  b.factor("half_normal", {sd, 1});
  const Var eta = a + linear(test::dense(n, 3, rng), dense) + linear(test::sparse(n, 5, 0.2, rng), sparse) +
                  gather(group, test::groups(n, 4, rng)) + offsets;
  std::vector<Arg> args{y, eta};
  if (family == "normal") args.emplace_back(0.8);
  if (weighted)
    b.factor(family, args, weights);
  else
    b.factor(family, args);
  return b.build();
}

/// Columns of two and three values, dense and sparse, long enough to be worth knowing.
std::shared_ptr<const Model> few_valued_model(const std::string& family) {
  Rng rng(27, 0);
  const std::size_t n = 150;
  ModelBuilder b;
  const Var a = b.real("a");
  const Var dense = b.real("dense", 3);
  const Var sparse = b.real("sparse", 3);
  b.factor("normal", {a, 0, 1});
  b.factor("normal", {dense, 0, 1});
  b.factor("normal", {sparse, 0, 1});
  b.factor(family, {test::coin_flips(n, rng),
                    a + linear(test::of_few_values(test::dense(n, 3, rng), 2), dense) +
                        linear(test::of_few_values(test::sparse(n, 3, 0.5, rng), 3), sparse)});
  return b.build();
}

TEST(PredictorRows, AfterAnyMovesTheRowsAreThoseOfAFreshLoad) {
  for (const std::string family : {"bernoulli_logit", "poisson_log", "normal", "few", "few counts"}) {
    for (const bool weighted : {false, true}) {
      const bool few = family.starts_with("few");
      if (few && weighted) continue;
      const auto model = family == "few"          ? few_valued_model("bernoulli_logit")
                         : family == "few counts" ? few_valued_model("poisson_log")
                                                  : mixed_model(family, weighted);
      const LinearPredictor& predictor = model->structure().predictors().at(0);
      State state = make_state(*model);
      Rng rng(22, 0);
      draw_valid_start(*model, state, rng);
      PredictorRows rows(*model, predictor.path);
      Work work;
      rows.load(state.values.data(), work);
      for (int round = 0; round < 20; ++round)
        for (const auto& part : predictor.parts)
          for (std::size_t j = 0; j < part.size(); ++j) {
            rows.focus(part.columns->col(j), work);
            const double t = 0.3 * rng.normal();
            const auto there = rows.look(t, work);
            // The same change as from the whole graph.
            double change;
            rows.changes(1, &t, &change, work);
            State moved = state;
            moved.values[model->offset(part.parameter) + j] += t;
            recompute(*model, moved);
            const std::size_t f = predictor.path.factor;
            const double exact = moved.location_sum[f].value() - state.location_sum[f].value();
            EXPECT_NEAR(there.change, exact, 1e-9 * (1 + std::abs(exact))) << family;
            EXPECT_NEAR(change, exact, 1e-9 * (1 + std::abs(exact))) << family;
            if (rng.uniform() < 0.5) continue;
            if (few && rng.uniform() < 0.5) {
              rows.take(t, change, work);
            } else {
              rows.look(t, work);
              rows.take();
            }
            rows.focus(part.columns->col(j), work);
            const double both[] = {-t, 0.5 * t};
            double back[2];
            rows.changes(2, both, back, work);
            EXPECT_NEAR(back[0], -exact, 1e-9 * (1 + std::abs(exact))) << family;
            State on = moved;
            on.values[model->offset(part.parameter) + j] += 0.5 * t;
            recompute(*model, on);
            const double further = on.location_sum[f].value() - moved.location_sum[f].value();
            EXPECT_NEAR(back[1], further, 1e-9 * (1 + std::abs(further))) << family;
            state = moved;
          }
      PredictorRows fresh(*model, predictor.path);
      fresh.load(state.values.data(), work);
      for (std::size_t i = 0; i < rows.eta().size(); ++i) {
        EXPECT_NEAR(rows.eta()[i], fresh.eta()[i], 1e-10);
        EXPECT_NEAR(rows.weights()[i], fresh.weights()[i], 1e-9 * (1 + fresh.weights()[i]));
      }
      for (const auto& part : predictor.parts)
        for (std::size_t j = 0; j < part.size(); ++j) {
          rows.focus(part.columns->col(j), work);
          fresh.focus(part.columns->col(j), work);
          EXPECT_NEAR(rows.here(work).slope, fresh.here(work).slope, 1e-9);
          EXPECT_NEAR(rows.here(work).curvature, fresh.here(work).curvature, 1e-9);
        }
    }
  }
}

TEST(NewtonBlock, LeavesEveryCachedValueOfTheStateExact) {
  for (const std::string family : {"bernoulli_logit", "poisson_log", "normal"})
    for (const bool weighted : {false, true}) {
      const auto model = mixed_model(family, weighted);
      State state = make_state(*model);
      Rng rng(23, 0);
      draw_valid_start(*model, state, rng);
      auto blocks = make_blocks(*model, newton(), 0);
      ASSERT_FALSE(blocks.empty());
      for (int s = 0; s < 60; ++s) blocks[0]->update(state, rng, s < 40);
      std::vector<double> scratch;
      EXPECT_LT(refresh(*model, state, scratch), 1e-9) << family;
    }
}

TEST(NewtonBlock, AgreesWithSliceForEveryKindOfColumnPriorAndWeight) {
  for (const std::string family : {"bernoulli_logit", "poisson_log", "normal"}) {
    SCOPED_TRACE(family);
    const auto model = mixed_model(family, family == "poisson_log");
    test::expect_agreement(*model, newton(), make_blocks(*model, newton(), 500), 20000);
  }
  const auto few = few_valued_model("bernoulli_logit");
  test::expect_agreement(*few, newton(), make_blocks(*few, newton(), 500), 10000);
}

TEST(NewtonBlock, WorkPerSweepIsProportionalToTheEntriesOfASparseMatrix) {
  Rng rng(24, 0);
  const std::size_t n = 2000, d = 1000;
  const auto model = test::logistic(test::sparse(n, d, 0.01, rng), test::coin_flips(n, rng));
  const LinearPredictor& predictor = model->structure().predictors().at(0);
  double entries = 0;
  for (const auto& p : predictor.parts) entries += static_cast<double>(p.columns->entries());
  State state = make_state(*model);
  draw_valid_start(*model, state, rng);
  auto blocks = make_blocks(*model, newton(), 0);
  for (int s = 0; s < 30; ++s) blocks[0]->update(state, rng, true);
  blocks[0]->freeze();
  blocks[0]->reset_work();
  for (int s = 0; s < 25; ++s) blocks[0]->update(state, rng, false);
  // At most the seven evaluations of a slice move per entry, one load and one write, and half as much for directions.
  EXPECT_LT(static_cast<double>(blocks[0]->work().rows) / 25, 1.5 * (7 * entries + 3 * (n + d)));
}

/// Lag-one autocorrelation of a quantity over sweeps.
template <class F>
double autocorrelation(const Model& model, const GibbsSettings& settings, const F& quantity) {
  const Plan plan(model);
  Rng rng(25, 1);
  State state = make_state(model);
  draw_valid_start(model, state, rng);
  WarmingGibbs warming(model, plan, state, settings, make_blocks(model, settings, 300));
  for (int s = 0; s < 300; ++s) warming.sweep(rng);
  TunedGibbs tuned = std::move(warming).freeze();
  std::vector<double> x;
  for (int s = 0; s < 4000; ++s) {
    tuned.sweep(rng);
    x.push_back(quantity(state));
  }
  double mean = 0, var = 0, cov = 0;
  for (double v : x) mean += v / static_cast<double>(x.size());
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    var += square(x[i] - mean);
    cov += (x[i] - mean) * (x[i + 1] - mean);
  }
  return cov / var;
}

TEST(SlowDirections, TwinColumnsAndGroupLevelsNoLongerCrawl) {
  Rng rng(26, 0);
  const std::size_t n = 300;
  DenseMatrix x = test::dense(n, 6, rng);
  for (std::size_t i = 0; i < n; ++i)  // two pairs of twins
    for (std::size_t k : {0, 2}) x.values[(k + 1) * n + i] = x.values[k * n + i] + 0.01 * rng.normal();
  ModelBuilder b;
  const Var a = b.real("a");
  const Var beta = b.real("b", 6);
  const Var u = b.real("u", 5);
  b.factor("normal", {a, 0, 10});
  b.factor("normal", {beta, 0, 10});
  b.factor("normal", {u, 0, 1});
  b.factor("bernoulli_logit",
           {test::coin_flips(n, rng), a + linear(x, beta) + gather(u, test::groups(n, 5, rng))});
  const auto model = b.build();
  const auto twin = [&](const State& s) {
    const double* v = s.values.data() + model->offset(model->parameters()[1]);
    return v[0] - v[1];
  };
  const auto level = [&](const State& s) { return s.values[model->offset(model->parameters()[0])]; };
  EXPECT_GT(autocorrelation(*model, {}, twin), 0.99);
  EXPECT_GT(autocorrelation(*model, {}, level), 0.8);
  EXPECT_LT(autocorrelation(*model, newton(), twin), 0.5);
  EXPECT_LT(autocorrelation(*model, newton(), level), 0.5);
}

// Logarithms of girths and heights: with the intercept, two of three directions are slow.
TEST(SlowDirections, ColumnsFarFromZeroNoLongerCrawl) {
  Rng rng(27, 0);
  const std::size_t n = 31;
  DenseMatrix x = test::dense(n, 3, rng);
  for (std::size_t i = 0; i < n; ++i) {
    x.col(0)[i] = 1;
    x.col(1)[i] = 2.5 + 0.23 * x.col(1)[i];
    x.col(2)[i] = 4.3 + 0.08 * x.col(2)[i];
  }
  ModelBuilder b;
  const Var beta = b.real("b", 3);
  b.factor("normal", {beta, 0, 100});
  b.factor("normal", {test::normals(n, rng), linear(x, beta), 1});
  const auto model = b.build();
  for (const std::size_t j : {0, 1, 2}) {
    const auto coefficient = [&](const State& s) {
      return s.values[model->offset(model->parameters()[0]) + j];
    };
    EXPECT_GT(autocorrelation(*model, {}, coefficient), 0.9) << j;
    EXPECT_LT(autocorrelation(*model, newton(), coefficient), 0.5) << j;
  }
}

TEST(NewtonBlock, TakesOnlyCoefficientsAndSaysSoWhenNamed) {
  const auto model = mixed_model("bernoulli_logit", false);
  GibbsSettings s;
  s.assigned = {{"sparse", "newton"}};
  const auto blocks = make_blocks(*model, s, 0);
  ASSERT_FALSE(blocks.empty());
  EXPECT_EQ(blocks[0]->parameters().size(), 1u);
  s.assigned = {{"sd", "newton"}};
  EXPECT_THROW(make_blocks(*model, s, 0), Error);
}

}  // namespace
}  // namespace cggibbs
