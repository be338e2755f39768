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
