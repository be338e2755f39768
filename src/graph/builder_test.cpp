// What the builder refuses, and what it makes of indexes.
#include <cggibbs/model.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <optional>

#include "base/test_error.hpp"
#include "graph/model.hpp"
#include "graph/state.hpp"

namespace cggibbs {
namespace {

using test::error_of;

void expect_error(const std::function<void()>& f, const std::string& part) {
  const std::string text = error_of(f);
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(Builder, AVariableOfABuiltModelIsRefused) {
  ModelBuilder b;
  const Var x = b.real("x");
  b.factor("normal", {x, 0, 1});
  b.build();
  const Var y = b.real("y");
  expect_error([&] { x.size(); }, "after its model was built");
  expect_error([&] { exp(x); }, "after its model was built");
  expect_error([&] { x + 1; }, "after its model was built");
  expect_error([&] { y + x; }, "after its model was built");
  expect_error([&] { b.factor("normal", {x, 0, 1}); }, "after its model was built");
  expect_error([&] { b.increment(x); }, "after its model was built");
  expect_error([&] { b.hide(x); }, "after its model was built");
  expect_error([&] { b.monitor("m", x); }, "after its model was built");
  expect_error([&] { b.start(x, {1}); }, "after its model was built");
  b.factor("normal", {y, 0, 1});
  EXPECT_EQ(b.build()->n_coordinates(), 1u);
}

TEST(Builder, AVariableOutlivesItsBuilderAndIsRefused) {
  std::optional<Var> x;
  {
    ModelBuilder b;
    x = b.real("x");
  }
  expect_error([&] { exp(*x); }, "its builder is gone");
}

TEST(Builder, VariablesOfTwoModelsDoNotMix) {
  ModelBuilder a, b;
  const Var x = a.real("x"), y = b.real("y");
  expect_error([&] { x + y; }, "two models");
  expect_error([&] { b.increment(x); }, "two models");
}

TEST(Builder, ElementsOfAMatrixAreNamedByRowAndColumn) {
  ModelBuilder b;
  const Var x = b.real("b", {2, 3});
  EXPECT_EQ(x.shape(), (Extents{2, 3}));
  EXPECT_EQ(exp(x).shape(), (Extents{2, 3}));
  b.monitor("e", reshape(x, {3, 2}));
  const auto model = b.build();
  EXPECT_EQ(model->output_names(),
            (std::vector<std::string>{"b[1,1]", "b[1,2]", "b[1,3]", "b[2,1]", "b[2,2]", "b[2,3]", "e[1,1]",
                                      "e[1,2]", "e[2,1]", "e[2,2]", "e[3,1]", "e[3,2]"}));
  EXPECT_EQ(model->coordinate_name({model->parameters()[0], 4}), "b[2,2]");
  EXPECT_EQ(describe(model->node(model->parameters()[0])), "parameter 2 x 3");
}

TEST(Builder, AnIndexMustBeWholeNumbersWithinItsArray) {
  ModelBuilder b;
  const Var mu = b.real("mu", 3);
  const Var z = b.integer("z", 5, 0, 3);
  expect_error([&] { gather(mu, mu); }, "depends on 'mu', which is not an integer");
  expect_error([&] { gather(mu, z); }, "the index goes from 0 to 3, but the array from 0 to 2");
  expect_error(
      [&] {
        gather(mu, b.data({0, 7}));
      },
      "element 2 of the index is 7, which is no whole number from 0 to 2");
  for (const double i : {-1., 0.9, 3., nan, inf})
    expect_error([&] { gather(mu, b.data({i})); }, "element 1 of the index");
  EXPECT_EQ(gather(mu, b.integer("w", 5, 1, 3), 1).size(), 5u);
}

TEST(Builder, AnIndexThatIsComputedFromDataIsCheckedWhenTheModelIsBuilt) {
  for (const double shift : {-1., 0.5, 1., 1e9, 1e12, nan}) {
    ModelBuilder b;
    const Var mu = b.real("mu", 3);
    b.factor("normal", {gather(mu, b.data({0, 1, 2}) + shift), 0, 1});
    expect_error([&] { b.build(); }, "which is no whole number from 0 to 2");
  }
}

TEST(Builder, AnIndexOfConstantsBecomesALinearNode) {
  ModelBuilder b;
  const Var mu = b.real("mu", 3);
  b.factor("normal", {std::vector<double>{1, 2}, gather(mu, b.data({2, 3}), 1), 1});
  const auto model = b.build();
  ASSERT_EQ(model->cached().size(), 1u);
  EXPECT_NE(model->node(model->cached()[0]).as<LinearNode>(), nullptr);
}

TEST(Builder, RowsThatAreVectorsSayTheirLength) {
  ModelBuilder b;
  const Var x = b.real("x", 6);
  const Var mu = b.real("mu", 3);
  const Var unit = reshape(b.data({1, 0, 0, 0, 1, 0, 0, 0, 1}), {3, 3});
  expect_error([&] { b.factor("multi_normal", {x, mu, unit}); }, "mu has length 3, but 6 was expected");
  expect_error([&] { b.factor("multi_normal", {mu, mu, b.data({1, 0})}); }, "no 3 x 3 matrices");
  expect_error([&] { b.factor("multi_norml", {mu, mu, unit}); }, "multi_normal");
  expect_error(
      [&] {
        b.factor("multi_normal", {reshape(x, {2, 3}), mu, b.real("many", {6, 3})});
      },
      "covariance is 6 x 3, but its last two axes must be 3 x 3");
  b.factor("multi_normal", {reshape(x, {2, 3}), mu, unit});
  EXPECT_EQ(b.build()->factors()[0].size, 2u);
}

TEST(Builder, StartValuesAreInTheSupport) {
  ModelBuilder b;
  const Var x = b.real("x"), s = b.positive("s", 2), p = b.unit("p"), k = b.integer("k", 1, 0, 3),
            c = b.ordered("c", 3);
  expect_error(
      [&] {
        b.start(s, {1, 0});
      },
      "element 2 of 's' starts at 0, which is not strictly between 0 and inf");
  expect_error([&] { b.start(s, {-1, 1}); }, "element 1 of 's'");
  expect_error([&] { b.start(p, {0}); }, "strictly between 0 and 1");
  expect_error([&] { b.start(p, {1}); }, "strictly between 0 and 1");
  expect_error([&] { b.start(k, {4}); }, "not a whole number from 0 to 3");
  expect_error([&] { b.start(k, {1.5}); }, "not a whole number");
  expect_error([&] { b.start(x, {nan}); }, "starts at nan");
  expect_error([&] { b.start(x, {inf}); }, "starts at inf");
  expect_error(
      [&] {
        b.start(c, {0, 2, 1});
      },
      "'c' is ordered, but element 2 starts at 2 and element 3 at 1");
  expect_error([&] { b.start(c, {0, 0, 1}); }, "'c' is ordered");
  b.start(s, {1, 2});
  b.start(p, {0.5});
  b.start(k, {3});
  b.start(c, {-1, 0, 1});
}

TEST(Builder, AProductOfTwoNegativeNumbersIsAStandardDeviation) {
  ModelBuilder b;
  const Var a = b.real("a", 3), s = b.real("s");
  b.start(a, {-1, -1, -2});
  b.start(s, {-1});
  b.factor("normal", {std::vector<double>{0, 0, 0}, 0, a * s});
  const auto model = b.build();
  State state = make_state(*model);
  std::fill_n(state.values.begin(), model->state_size(), -1.0);
  recompute(*model, state);
  EXPECT_NEAR(state.log_density(), -1.5 * std::log(2 * M_PI), 1e-14);
}

TEST(Builder, MatricesMustFitEachOther) {
  ModelBuilder b;
  const Var a = b.real("a", {2, 3});
  expect_error([&] { matrix_product(a, a); }, "2 x 3 and 2 x 3 do not go together");
  expect_error([&] { cholesky(a); }, "2 x 3 is not square");
  expect_error([&] { reshape(a, {4, 2}); }, "6 elements have no shape 4 x 2");
  EXPECT_EQ(matrix_product(a, transpose(a)).shape(), (Extents{2, 2}));
}

}  // namespace
}  // namespace cggibbs
