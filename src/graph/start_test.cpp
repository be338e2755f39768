// Starting points have positive density, also where the mean can leave its range, and differ between chains.
#include "graph/start.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cggibbs/model.hpp>
#include <cmath>

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

}  // namespace
}  // namespace cggibbs
