// Values of expressions where a matrix has no factor or a number is none, and shapes of elementwise functions.
#include <gtest/gtest.h>

#include <cggibbs/model.hpp>
#include <cmath>
#include <functional>

#include "graph/conditional.hpp"
#include "graph/plan.hpp"

namespace cggibbs {
namespace {

using Expression = std::function<Var(ModelBuilder&, const Var&)>;

/// f(x) as the graph evaluates it.
double at(double x, const Expression& f) {
  ModelBuilder b;
  b.increment(f(b, b.real("x")));
  const auto model = b.build();
  State state = make_state(*model);
  state.values[0] = x;
  recompute(*model, state);
  return state.log_density();
}

/// 1 x / x 1, positive definite while |x| < 1.
Var pair(ModelBuilder& b, const Var& x) {
  return reshape(linear(DenseMatrix{4, 1, {0, 1, 1, 0}}, x) + b.data({1, 0, 0, 1}), {2, 2});
}

TEST(Expressions, ALogDeterminantIsMinusInfinityWhereTheMatrixHasNoFactor) {
  const Expression f = [](ModelBuilder& b, const Var& x) { return log_determinant(pair(b, x)); };
  EXPECT_NEAR(at(0.6, f), std::log(0.64), 1e-15);
  for (const double x : {1.0, -1.0, 2.0, 1e200}) EXPECT_EQ(at(x, f), -inf) << x;
  EXPECT_TRUE(std::isnan(at(nan, f)));
}

TEST(Expressions, ACandidateWithoutAFactorHasDensityZeroHoweverTheModelIsWritten) {
  const std::vector<double> y{1, 0.5, -1, 0.2};
  const auto rows = [&](ModelBuilder& b) { return reshape(b.data(y), {2, 2}); };
  const std::vector<double> zero{0, 0};
  const std::function<void(ModelBuilder&, const Var&)> ways[] = {
      [&](ModelBuilder& b, const Var& x) {
        b.factor("multi_normal", {rows(b), zero, pair(b, x)});
      },
      [&](ModelBuilder& b, const Var& x) {
        b.factor("multi_normal_cholesky", {rows(b), zero, cholesky(pair(b, x))});
      },
      [&](ModelBuilder& b, const Var& x) { b.increment(log_determinant(pair(b, x))); },
      [&](ModelBuilder& b, const Var& x) { b.increment(-0.5 * log_determinant(pair(b, x))); },
  };
  for (const auto& way : ways) {
    ModelBuilder b;
    way(b, b.real("x"));
    const auto model = b.build();
    const Plan plan(*model);
    State state = make_state(*model);
    recompute(*model, state);
    Conditional conditional(*model, plan, state);
    conditional.focus({model->parameters()[0], 0});
    EXPECT_TRUE(std::isfinite(conditional.delta(0.5)));
    EXPECT_EQ(conditional.delta(1.5), -inf);
  }
}

TEST(Expressions, NotANumberIsNotLostWhereverItStands) {
  const double x = -1;  // has no logarithm
  const std::vector<std::pair<std::string, Expression>> all{
      {"max first", [](auto&, const Var& v) { return max(log(v), -9.); }},
      {"max second", [](auto&, const Var& v) { return max(-9., log(v)); }},
      {"max of three",
       [](auto&, const Var& v) {
         return max({-9., log(v), v});
       }},
      {"min first", [](auto&, const Var& v) { return min(log(v), 9.); }},
      {"min second", [](auto&, const Var& v) { return min(9., log(v)); }},
      {"min of three",
       [](auto&, const Var& v) {
         return min({9., log(v), v});
       }},
      {"log_add_exp", [](auto&, const Var& v) { return log_add_exp(-inf, log(v)); }},
      {"log_sum_exp alone", [](auto&, const Var& v) { return segment_log_sum_exp(log(v), {0}, 1); }},
      {"log_sum_exp beside -inf",
       [](auto& b, const Var& v) {
         return segment_log_sum_exp(log(v) + b.data({0, -inf}), {0, 0}, 1);
       }},
      {"log_sum_exp beside inf",
       [](auto& b, const Var& v) {
         return segment_log_sum_exp(if_else(b.data({0, 1}), inf, log(v)), {0, 0}, 1);
       }},
  };
  for (const auto& [name, f] : all) EXPECT_TRUE(std::isnan(at(x, f))) << name;
}

TEST(Expressions, TheShapeOfAMapIsThatOfItsInputsOfFullLength) {
  ModelBuilder b;
  const Var one = b.real("one", {1, 1}), m = b.real("m", {2, 2}), v = b.real("v", 4), s = b.real("s");
  EXPECT_EQ((one * m).shape(), (Extents{2, 2}));
  EXPECT_EQ((m * one).shape(), (Extents{2, 2}));
  EXPECT_EQ((s * m).shape(), (Extents{2, 2}));
  EXPECT_EQ((v + m).shape(), (Extents{2, 2}));
  EXPECT_EQ((one * v).shape(), (Extents{4}));
  EXPECT_EQ((one * s).shape(), (Extents{1, 1}));
  EXPECT_EQ(cholesky(one * m).size(), 4u);
  const Var wide = b.real("wide", {2, 3}), tall = b.real("tall", {3, 2});
  try {
    wide + tall;
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("+: arrays of 2 x 3 and 3 x 2 do not go together"),
              std::string::npos)
        << e.what();
  }
  EXPECT_EQ((wide + transpose(tall)).shape(), (Extents{2, 3}));
}

}  // namespace
}  // namespace cggibbs
