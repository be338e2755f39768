// A view touches what its parameters reach, and nothing else.
#include "graph/block_view.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "graph/start.hpp"
#include "graph/test_models.hpp"

namespace cggibbs {
namespace {

bool contains(const auto& list, auto x) {
  return std::find(list.begin(), list.end(), x) != list.end();
}

/// A little noise, within the support.
void nudge(const Model& model, BlockView& view, Rng& rng) {
  for (NodeId p : view.parameters()) {
    const auto support = model.node(p).as<ParameterNode>()->support;
    if (support != SupportKind::real && support != SupportKind::positive) continue;
    for (std::size_t k = 0; k < model.node(p).size; ++k)
      view[p][k] = support == SupportKind::real ? view[p][k] + 0.1 * rng.normal()
                                                : view[p][k] * std::exp(0.1 * rng.normal());
  }
}

bool reaches_an_index(const Model& model, NodeId p) {
  try {
    const BlockView view(model, {p});
    return false;
  } catch (const std::logic_error&) {
    return true;
  }
}

std::vector<NodeId> movable(const Model& model) {
  std::vector<NodeId> out;
  for (NodeId p : model.parameters())
    if (!reaches_an_index(model, p)) out.push_back(p);
  return out;
}

TEST(BlockView, RefusesIndexesOfGathers) {
  for (const bool computed : {false, true}) {
    ModelBuilder b;
    const Var z = b.integer("z", 4, 1, 3), mu = b.real("mu", 3), k = b.integer("k", 1, 0, 2);
    b.factor("normal", {mu, 0, 1});
    b.factor("poisson", {k, 1});
    b.factor("normal", {std::vector<double>{1, 2, 3, 4}, computed ? gather(mu, z - 1) : gather(mu, z, 1),
                        gather(b.data({1, 2, 3}), k)});
    const auto model = b.build();
    for (NodeId p : model->parameters())  // a table of constants has no rows that move
      EXPECT_EQ(reaches_an_index(*model, p), model->node(p).name == "z") << model->node(p).name;
  }
}

TEST(BlockView, CommitGivesEveryValueThatAFreshStateHasOnEveryModel) {
  for (const auto& [name, model] : test::zoo())
    for (NodeId p : movable(*model)) {
      SCOPED_TRACE(name + " " + model->node(p).name);
      Rng rng(40, 0);
      State state = make_state(*model);
      draw_valid_start(*model, state, rng);
      BlockView view(*model, {p});
      view.open(state);
      nudge(*model, view, rng);
      Work work;
      const double before = state.log_density();
      const double change = view.change(work);
      ASSERT_TRUE(view.commit());
      State fresh = state;
      recompute(*model, fresh);
      EXPECT_TRUE(state == fresh);
      EXPECT_NEAR(change, fresh.log_density() - before, 1e-9 * (1 + std::abs(before)));
    }
}

TEST(BlockView, ARevertedStateIsBitIdentical) {
  for (const auto& [name, model] : test::zoo()) {
    SCOPED_TRACE(name);
    Rng rng(41, 0);
    State state = make_state(*model);
    draw_valid_start(*model, state, rng);
    const State before = state;
    BlockView view(*model, movable(*model));
    Work work;
    view.open(state);
    nudge(*model, view, rng);
    view.change(work);
    view.revert();
    EXPECT_TRUE(state == before);
    view.open(state);
    nudge(*model, view, rng);
    view.commit();
    view.revert();
    EXPECT_TRUE(state == before);
  }
}

TEST(BlockView, ValuesWithoutDensityAreNotTaken) {
  ModelBuilder b;
  const Var x = b.real("x");
  b.factor("normal", {x, 0, 1});
  b.factor("poisson", {1.0, x});
  const auto model = b.build();
  State state = make_state(*model);
  state.values[0] = 2;
  recompute(*model, state);
  const State before = state;
  BlockView view(*model, model->parameters());
  view.open(state);
  *view[model->parameters()[0]] = -1;
  EXPECT_FALSE(view.commit());
  EXPECT_TRUE(state == before);
}

/// A small response beside a large one.
TEST(BlockView, OfASmallPredictorInALargeModelCountsAndWritesWhatItReaches) {
  Rng rng(42, 0);
  const std::size_t n = 6, large = 5000;
  ModelBuilder b;
  const Var beta = b.real("beta", 2), gamma = b.real("gamma", 20);
  b.factor("normal", {beta, 0, 1});
  b.factor("normal", {gamma, 0, 1});
  b.factor("poisson", {std::vector<double>(n, 1.0), exp(linear(test::dense(n, 2, rng), beta))});
  b.factor("poisson", {std::vector<double>(large, 1.0), exp(linear(test::dense(large, 20, rng), gamma))});
  const auto model = b.build();
  State state = make_state(*model);
  recompute(*model, state);
  BlockView view(*model, {model->parameters()[0]});
  // What it does not reach is poison that nobody may read or repair.
  for (NodeId v : model->cached())
    if (!contains(view.nodes(), v))
      std::fill_n(state.values.begin() + model->offset(v), model->node(v).size, nan);
  for (std::size_t f = 0; f < model->factors().size(); ++f)
    if (!contains(view.factors(), f)) state.factor_sum[f] = {nan, nan};
  Work work;
  view.open(state);
  view[model->parameters()[0]][1] = 0.3;
  EXPECT_TRUE(std::isfinite(view.change(work)));
  EXPECT_EQ(work.rows, n * 2 + n + n + 2);  // entries, map, likelihood, prior
  EXPECT_TRUE(view.commit());
  std::size_t poisoned = 0;
  for (double x : state.values) poisoned += std::isnan(x);
  EXPECT_EQ(poisoned, 2 * large);
}

}  // namespace
}  // namespace cggibbs
