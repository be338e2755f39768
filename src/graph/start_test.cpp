// Starting points have positive density, also where the mean can leave its range, and differ between chains.
#include "graph/start.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cggibbs/model.hpp>
#include <cmath>

#include "graph/prior_start.hpp"
#include "graph/test_models.hpp"

namespace cggibbs {
namespace {

using testing::HasSubstr;

/// Gamma responses whose mean is f(a + x b), no starting values given; far columns make random starts negative.
template <class F>
std::shared_ptr<const Model> positive_mean(const F& f, bool intercept, double far) {
  ModelBuilder b;
  Rng rng(3, 1);
  constexpr std::size_t n = 40;
  DenseMatrix x = test::dense(n, 4, rng);
  for (double& v : x.values) v += far;
  std::vector<double> y(n);
  for (double& v : y) v = 100 * std::exp(rng.normal());
  const Var beta = b.real("beta", 4);
  b.factor("normal", {beta, 0, 100});
  Var eta = linear(x, beta);
  if (intercept) {
    const Var a = b.real("a");
    b.factor("normal", {a, 0, 1000});
    eta = eta + a;
  }
  const Var shape = b.positive("shape");
  b.factor("exponential", {shape, 1});
  b.factor("gamma_mean", {y, f(eta), shape});
  return b.build();
}

void expect_valid_and_apart(const Model& model) {
  std::vector<double> first;
  for (std::uint64_t chain = 1; chain <= 4; ++chain) {
    State state = make_state(model);
    Rng rng(5, chain);
    draw_valid_start(model, state, rng);
    EXPECT_TRUE(std::isfinite(state.log_density()));
    const double beta = state.values[model.offset(model.parameters()[0])];
    for (double other : first) EXPECT_GT(std::abs(beta - other), 1e-3);
    first.push_back(beta);
  }
}

TEST(Start, IsFoundWhereTheLinkDoesNotKeepTheMeanPositive) {
  const auto identity = [](const Var& eta) { return eta; };
  const auto reciprocal = [](const Var& eta) { return inverse(eta); };
  for (const double far : {0.0, 10.0, -1000.0}) {
    expect_valid_and_apart(*positive_mean(identity, true, far));
    expect_valid_and_apart(*positive_mean(reciprocal, true, far));
  }
  expect_valid_and_apart(*positive_mean(identity, false, 10));
  expect_valid_and_apart(*positive_mean(reciprocal, false, -10));
}

TEST(Start, NoiseAroundGivenValuesStaysInTheSupport) {
  ModelBuilder b;
  const Var p = b.bounded("p", 2, -1, 3), c = b.ordered("c", 4), k = b.integer("k", 2, 0, 5);
  b.start(p, {-0.99, 2.9}, {5, 5});
  b.start(c, {0, 0.1, 0.2, 7}, {3, 3, 3, 3});
  b.start(k, {0, 5}, {4, 4});
  const auto model = b.build();
  State state = make_state(*model);
  double lowest = inf, highest = -inf;
  for (std::uint64_t chain = 0; chain < 100; ++chain) {
    Rng rng(8, chain);
    draw_start(*model, state, rng);
    const double* x = state.values.data();  // p, c, k
    EXPECT_TRUE(x[0] > -1 && x[0] < 3 && x[1] > -1 && x[1] < 3) << x[0] << " " << x[1];
    EXPECT_TRUE(x[2] < x[3] && x[3] < x[4] && x[4] < x[5]);
    for (int i : {6, 7}) EXPECT_TRUE(x[i] >= 0 && x[i] <= 5 && x[i] == std::floor(x[i])) << x[i];
    lowest = std::min(lowest, state.values[0]);
    highest = std::max(highest, state.values[0]);
  }
  // logit(0.01 / 4) - 5 and + 5
  EXPECT_LT(lowest, -0.998);
  EXPECT_GT(highest, -0.5);
}

/// mu is far from zero and x[i] about it; the prior of vague says nothing of its scale; given has a start of its own.
std::shared_ptr<const Model> far_priors() {
  ModelBuilder b;
  const Var mu = b.real("mu"), x = b.real("x", 3), vague = b.positive("vague"), given = b.real("given"),
            count = b.count("count", Extents{1});
  b.factor("normal", {mu, 1000, 2});
  b.factor("normal", {x, mu, 1});
  b.factor("gamma", {vague, 0.001, 0.001});
  b.factor("normal", {given, 50, 1});
  b.start(given, {7});
  b.factor("poisson", {count, 100});
  return b.build();
}

TEST(PriorStart, MovesElementsToTheMiddleOfTheirPriorsInOrder) {
  const auto model = far_priors();
  for (std::uint64_t chain = 1; chain <= 20; ++chain) {
    State state = make_state(*model);
    Rng rng(4, chain);
    draw_start(*model, state, rng, 0.1);
    const double vague = state.values[4];
    start_from_priors(*model, state, rng);
    const double* v = state.values.data();                  // mu, x, vague, given, count
    EXPECT_LT(std::abs(v[0] - 1000), 2 * 0.6745) << chain;  // inside the middle half
    for (int i = 1; i <= 3; ++i) EXPECT_LT(std::abs(v[i] - v[0]), 0.6745) << chain;
    EXPECT_EQ(v[4], vague);
    EXPECT_EQ(v[5], 7);
    EXPECT_LT(std::abs(v[6] - 100), 50);
    EXPECT_TRUE(std::isfinite(state.log_density()));
  }
}

TEST(PriorStart, WhatIsInTheMiddleStays) {
  const auto model = far_priors();
  State state = make_state(*model);
  Rng rng(4, 1);
  draw_start(*model, state, rng, 0.1);
  start_from_priors(*model, state, rng);
  state.values[6] = 100;  // the middle of a count is judged by draws
  const auto before = state.values;
  start_from_priors(*model, state, rng);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(state.values[i], before[i]);
}

TEST(Start, NamesTheRowThatNoStartCanMend) {
  ModelBuilder b;
  const Var a = b.real("a");
  b.factor("normal", {a, 0, 1});
  b.factor("gamma_mean", {std::vector<double>{1, 2, -3}, exp(a), 2});
  const auto model = b.build();
  State state = make_state(*model);
  Rng rng(1, 1);
  EXPECT_THAT([&] { draw_valid_start(*model, state, rng); },
              testing::ThrowsMessage<Error>(HasSubstr("row 3 of gamma_mean has")));
}

TEST(Start, EffectsWithoutStartsAreWhereTheStartsOfTheirPriorsSay) {
  ModelBuilder b;
  const Var m = b.real("m"), s = b.positive("s"), u = b.real("u", 20), free = b.real("free", 20);
  b.factor("normal", {m, 0, 100});
  b.factor("gamma", {s, 0.001, 0.001});
  b.factor("normal", {u, m, s});
  b.factor("normal", {free, 0, 1000});
  b.start(m, {150});
  b.start(s, {2});
  const auto model = b.build();
  State state = make_state(*model);
  Rng rng(1, 0);
  draw_valid_start(*model, state, rng);
  const auto at = [&](std::size_t p, std::size_t k) {
    return state.values[model->offset(model->parameters()[p]) + k];
  };
  EXPECT_EQ(at(0, 0), 150);
  EXPECT_EQ(at(1, 0), 2);
  for (std::size_t k = 0; k < 20; ++k) {
    EXPECT_NEAR(at(2, k), 150, 4);
    EXPECT_LT(std::abs(at(3, k)), 2.1);  // a start near zero is as good as any there
  }
}

}  // namespace
}  // namespace cggibbs
