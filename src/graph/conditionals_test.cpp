// Many elements in one pass say what one after the other says.
#include "graph/conditionals.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/tolerance.hpp"
#include "graph/conditional.hpp"
#include "graph/start.hpp"
#include "graph/test_models.hpp"

namespace cggibbs {
namespace {

using Elements = std::vector<std::uint32_t>;

/// A candidate in the support, not far from x.
double candidate_for(const ParameterNode& body, double x, Rng& rng) {
  if (body.support == SupportKind::integer)
    return body.upper == inf
               ? std::max(body.lower, x + static_cast<double>(rng.below(5)) - 2)
               : body.lower +
                     static_cast<double>(rng.below(static_cast<std::uint64_t>(body.upper - body.lower) + 1));
  if (body.support == SupportKind::positive) return x * std::exp(0.5 * rng.normal());
  const double moved = x + 0.3 * rng.normal();
  return moved > body.lower && moved < body.upper ? moved : x;
}

/// Some elements or all of them, ascending.
Elements some_of(std::size_t n, double share, Rng& rng) {
  Elements out;
  for (std::uint32_t k = 0; k < n; ++k)
    if (rng.uniform() < share) out.push_back(k);
  return out;
}

class EveryModelInStep : public testing::TestWithParam<test::NamedModel> {};

TEST_P(EveryModelInStep, SaysOfEachElementWhatOneConditionalAfterTheOtherSays) {
  const Model& model = *GetParam().model;
  const Plan plan(model);
  Rng rng(5, 0);
  State state = make_state(model);
  draw_valid_start(model, state, rng);
  for (NodeId p : model.parameters()) {
    auto all = Conditionals::of(model, plan, p);
    if (!all) continue;
    const auto& body = *model.node(p).as<ParameterNode>();
    for (int round = 0; round < 30; ++round) {
      State alone = state;
      Conditional one(model, plan, alone);
      Work work;
      all->open(state);
      Elements everyone(all->size());
      std::iota(everyone.begin(), everyone.end(), 0U);
      const std::vector<double> start(all->current().begin(), all->current().end());
      std::vector<double> base(all->size()), values = start;
      all->log_densities(everyone, start, base, work);
      for (double share : {1.0, 0.7, 0.3, 0.05}) {
        const Elements which = some_of(all->size(), share, rng);
        std::vector<double> at, out(which.size());
        for (std::uint32_t k : which) at.push_back(candidate_for(body, start[k], rng));
        all->log_densities(which, at, out, work);
        for (std::size_t i = 0; i < which.size(); ++i) {
          one.focus({p, which[i]});
          const double expected = one.delta(at[i]), found = out[i] - base[which[i]];
          if (found != expected) {
            ASSERT_NEAR(found, expected, 1e-9 * (1 + std::abs(expected) + std::abs(alone.log_density())))
                << model.node(p).name << " " << which[i];
          }
          if (expected > -20 && rng.uniform() < 0.5) values[which[i]] = at[i];
        }
      }
      all->commit(values, work);
      State fresh = state;
      recompute(model, fresh);
      ASSERT_NEAR(state.log_density(), fresh.log_density(),
                  tol::log_density * (1 + std::abs(fresh.log_density())));
      for (std::size_t i = 0; i < state.values.size(); ++i)
        ASSERT_NEAR(state.values[i], fresh.values[i], tol::cached_sum * (1 + std::abs(fresh.values[i])));
      // The lists of moving indexes, and all else that one coordinate after the other relies on.
      for (Coordinate c : model.coordinates()) {
        const auto& other = *model.node(c.parameter).as<ParameterNode>();
        if (other.support == SupportKind::ordered) continue;
        Conditional cached(model, plan, state), anew(model, plan, fresh);
        cached.focus(c);
        anew.focus(c);
        const double x = candidate_for(other, cached.current(), rng);
        const double a = cached.delta(x), b = anew.delta(x);
        if (a != b) {
          ASSERT_NEAR(a, b, 1e-9 * (1 + std::abs(b) + std::abs(fresh.log_density())));
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Zoo, EveryModelInStep, testing::ValuesIn(test::zoo()), [](const auto& shape) {
  std::string name = shape.param.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
});

/// Else the comparison above would compare nothing.
TEST(Conditionals, AreThereForArraysOfManyModels) {
  std::size_t arrays = 0;
  for (const auto& [name, model] : test::zoo())
    for (NodeId p : model->parameters())
      arrays += model->node(p).size > 1 && Conditionals::of(*model, Plan(*model), p).has_value();
  EXPECT_GE(arrays, 6U);
}

TEST(Conditionals, ReadEachRowOnceForAllElements) {
  const auto model = test::eight_schools();
  const Plan plan(*model);
  const NodeId theta = model->parameters()[2];
  auto all = Conditionals::of(*model, plan, theta);
  ASSERT_TRUE(all);
  State state = make_state(*model);
  Rng rng(1, 0);
  draw_valid_start(*model, state, rng);
  Work work;
  all->open(state);
  const Elements everyone{0, 1, 2, 3, 4, 5, 6, 7}, two{1, 5};
  std::vector<double> at(8, 1.0), out(8);
  all->log_densities(everyone, at, out, work);
  EXPECT_EQ(work.rows, 16U);  // eight of the prior, eight of the likelihood
  EXPECT_EQ(work.evaluations, 1U);
  work = {};
  all->log_densities(two, std::vector<double>{1, 2}, std::span(out).first(2), work);
  EXPECT_EQ(work.rows, 4U);
}

TEST(Conditionals, AreNotThereWhereElementsShareARow) {
  Rng rng(3, 0);
  const auto model = test::logistic(test::dense(20, 12, rng), test::coin_flips(20, rng));
  const Plan plan(*model);
  EXPECT_FALSE(Conditionals::of(*model, plan, model->parameters()[0]));
}

TEST(Conditionals, HaveNoDensityOutsideTheSupport) {
  ModelBuilder b;
  const Var s = b.positive("s", 10);
  b.factor("gamma", {s, 2, 1});
  const auto model = b.build();
  const Plan plan(*model);
  auto all = Conditionals::of(*model, plan, model->parameters()[0]);
  ASSERT_TRUE(all);
  State state = make_state(*model);
  Rng rng(1, 0);
  draw_valid_start(*model, state, rng);
  all->open(state);
  Work work;
  std::vector<double> out(2);
  all->log_densities(Elements{2, 4}, std::vector<double>{-1, 2}, out, work);
  EXPECT_EQ(out[0], -inf);
  EXPECT_NEAR(out[1], std::log(2.0) - 2, 1e-12);
}

/// sqrt(5 - x) is no number where the interval forbids x.
TEST(Conditionals, WhatOneDensityForbidsNoOtherIsAskedAbout) {
  ModelBuilder b;
  const std::size_t n = 10;
  const Var x = b.real("x", n);
  b.factor("normal", {x, 0, 3});
  b.factor("interval", {std::vector<double>(n, 0.0), x, b.data({5})});
  b.factor("poisson", {std::vector<double>(n, 2.0), sqrt(5 - x) + 0.1});
  b.factor("poisson_log", {std::vector<double>(n, 2.0), sqrt(5 - x)});
  const auto model = b.build();
  const Plan plan(*model);
  State state = make_state(*model);
  recompute(*model, state);
  auto all = Conditionals::of(*model, plan, model->parameters()[0]);
  ASSERT_TRUE(all);
  all->open(state);
  Work work;
  std::vector<double> out(2);
  all->log_densities(Elements{2, 4}, std::vector<double>{6, 2}, out, work);
  EXPECT_EQ(out[0], -inf);
  EXPECT_TRUE(std::isfinite(out[1]));
  all->commit(all->current(), work);
  Conditional one(*model, plan, state);
  one.focus({model->parameters()[0], 2});
  EXPECT_EQ(one.delta(6), -inf);
}

}  // namespace
}  // namespace cggibbs
