// Blocks know no units: the same model with its response in other units takes the same work, and scales that differ by
// many orders of magnitude lose no axes.
#include <gtest/gtest.h>

#include <cmath>

#include "graph/start.hpp"
#include "graph/test_models.hpp"
#include "samplers/linear/gaussian_factory.hpp"
#include "samplers/linear/newton_block.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t rows = 60, columns = 4;

/// A t intercept beside normal slopes (scales of a mixture), or beside a horseshoe.
std::shared_ptr<const Model> regression(double unit, bool horseshoe) {
  Rng rng(4, 0);
  const DenseMatrix x = test::dense(rows, columns, rng);
  std::vector<double> y;
  for (std::size_t i = 0; i < rows; ++i) y.push_back(unit * (20 + x.col(0)[i] + rng.normal()));
  ModelBuilder b;
  const Var a = b.real("a"), beta = b.real("b", columns), sigma = b.positive("sigma");
  b.factor("student_t", {a, 3, 20 * unit, 5 * unit});
  if (horseshoe) {
    const Var tau = b.positive("tau"), lambda = b.positive("lambda", columns);
    b.factor("half_cauchy", {tau, 0.3 * unit});
    b.factor("half_cauchy", {lambda, 1});
    b.factor("normal", {beta, 0, lambda * tau});
    b.start(tau, {unit}, {1});
  } else {
    b.factor("normal", {beta, 0, 3 * unit});
  }
  b.factor("half_normal", {sigma, 3 * unit});
  b.factor("normal", {y, a + linear(x, beta), sigma});
  b.start(a, {20 * unit}, {unit});
  b.start(beta, std::vector<double>(columns, 0.0), std::vector<double>(columns, unit));
  b.start(sigma, {unit}, {0.1});
  return b.build();
}

double evaluations_per_update(double unit, bool horseshoe) {
  const auto model = regression(unit, horseshoe);
  auto blocks = make_gaussian_blocks(*model);
  EXPECT_EQ(blocks.size(), 1u);
  Rng rng(5, 1);
  State state = make_state(*model);
  draw_valid_start(*model, state, rng);
  const int updates = 200;
  for (int s = 0; s < updates; ++s) blocks[0]->update(state, rng, true);
  blocks[0]->reset_work();
  for (int s = 0; s < updates; ++s) blocks[0]->update(state, rng, false);
  return static_cast<double>(blocks[0]->work().evaluations) / updates;
}

TEST(BlockUnits, WorkDoesNotGrowWithTheResponse) {
  for (const bool horseshoe : {false, true}) {
    const double plain = evaluations_per_update(1, horseshoe);
    for (const double unit : {1e-6, 1e6, 1e10})
      EXPECT_LT(evaluations_per_update(unit, horseshoe), 1.5 * plain) << unit << " " << horseshoe;
  }
}

/// More coefficients than rows with sampled scales, and a column far from zero whose slope has a wide prior: in squares the
/// other columns are lost beside it.
TEST(BlockUnits, AxesOfScalesThatDifferByManyOrdersAreFound) {
  Rng rng(6, 0);
  const std::size_t n = 24, levels = 15;
  for (const bool sampled : {true, false}) {
    ModelBuilder b;
    const Var slope = b.real("slope"), u = b.real("u", levels), v = b.real("v", levels);
    b.factor("normal", {slope, 0, 10});
    if (sampled) {
      const Var sd = b.positive("sd");
      b.factor("half_normal", {sd, 1});
      b.factor("normal", {u, 0, sd});
    } else {
      b.factor("normal", {u, 0, 1});
    }
    b.factor("normal", {v, 0, 1});
    DenseMatrix far{n, 1, test::normals(n, rng)};
    for (double& t : far.values) t += 1e7;
    const auto y = test::normals(n, rng);
    b.factor("normal", {y,
                        linear(far, slope) + linear(test::dense(n, levels, rng), u) +
                            linear(test::dense(n, levels, rng), v),
                        0.5});
    const auto model = b.build();
    auto blocks = make_gaussian_blocks(*model);
    ASSERT_EQ(blocks.size(), 1u);
    State state = make_state(*model);
    draw_start(*model, state, rng, 1e-6);
    const double before = state.values[model->offset(model->parameters()[1])];
    for (int s = 0; s < 300; ++s) blocks[0]->update(state, rng, s < 100);
    EXPECT_NE(state.values[model->offset(model->parameters()[1])], before) << sampled;
    EXPECT_LT(blocks[0]->drift(), 1e-5) << sampled;
  }
}

/// The state's predictor is that of its coefficients, whatever the moves have seen.
TEST(BlockUnits, NewtonLeavesThePredictorOfItsCoefficients) {
  const auto model = regression(1e6, false);
  const auto blocks = make_newton_blocks(*model, model->parameters());
  ASSERT_EQ(blocks.size(), 1u);
  Rng rng(7, 1);
  State state = make_state(*model);
  draw_valid_start(*model, state, rng);
  for (int s = 0; s < 20; ++s) blocks[0]->update(state, rng, s < 10);
  State fresh = state;
  recompute(*model, fresh);
  EXPECT_EQ(state.values, fresh.values);
}

}  // namespace
}  // namespace cggibbs
