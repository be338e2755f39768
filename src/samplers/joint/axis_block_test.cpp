#include "samplers/joint/axis_block.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cggibbs/model.hpp>
#include <cmath>

#include "base/test_statistics.hpp"

namespace cggibbs {
namespace {

/// A shape, a rate and a location that its only datum, a parameter which nobody moves, ties together.
struct Tied {
  std::shared_ptr<const Model> model;
  std::vector<NodeId> id;
  Tied() {
    ModelBuilder b;
    const Var shape = b.positive("shape"), share = b.unit("share"), x = b.real("x"), y = b.real("y");
    b.factor("gamma", {shape, 2, 1});
    b.factor("beta", {share, 2, 3});
    b.factor("normal", {x, 0, 1});
    b.factor("normal", {y, log(shape) + 2 * share + x, 0.2});
    model = b.build();
    id = model->parameters();
  }
  State draw(Rng& rng) const {
    State s = make_state(*model);
    const double shape = rng.gamma(2), a = rng.gamma(2), b = rng.gamma(3), share = a / (a + b),
                 x = rng.normal();
    const double values[] = {shape, share, x, std::log(shape) + 2 * share + x + 0.2 * rng.normal()};
    for (std::size_t k = 0; k < 4; ++k) s.values[model->offset(id[k])] = values[k];
    recompute(*model, s);
    return s;
  }
};

/// The smallest p value of "the same law before and after" moves along axes that other draws have been learned from.
double invariance_p(bool jacobian) {
  const Tied tied;
  AxisBlock block(*tied.model, {tied.id[0], tied.id[1], tied.id[2]}, jacobian);
  Rng rng(3, 0);
  for (int r = 0; r < 400; ++r) {
    State s = tied.draw(rng);
    block.update(s, rng, true);
  }
  std::vector<std::vector<double>> before(5), after(5);
  for (int r = 0; r < 20000; ++r) {
    State s = tied.draw(rng);
    const auto note = [&](auto& into) {
      const auto at = [&](std::size_t k) { return s.values[tied.model->offset(tied.id[k])]; };
      for (std::size_t k = 0; k < 3; ++k) into[k].push_back(at(k));
      into[3].push_back(at(0) * at(1));
      into[4].push_back(at(2) * at(3));
    };
    note(before);
    for (int k = 0; k < 4; ++k) block.update(s, rng, false);
    note(after);
  }
  double smallest = 1;
  for (std::size_t k = 0; k < 5; ++k) smallest = std::min(smallest, test::ks_two_sample(before[k], after[k]));
  return smallest;
}

TEST(AxisBlock, LeavesTheJointLawInvariantAndAMissingJacobianIsCaught) {
  EXPECT_GT(invariance_p(true), 1e-4);
  EXPECT_LT(invariance_p(false), 1e-6);
}

TEST(AxisBlock, LeavesTheBitsOfWhatDidNotMove) {
  const Tied tied;
  AxisBlock block(*tied.model, {tied.id[0], tied.id[1], tied.id[2]});
  Rng rng(4, 0);
  for (int r = 0; r < 400; ++r) {
    State s = tied.draw(rng);
    block.update(s, rng, true);
  }
  block.freeze();
  int stayed = 0;
  for (int r = 0; r < 400; ++r) {
    State s = tied.draw(rng);
    const auto before = s.values;
    block.update(s, rng, false);
    const double share = s.values[tied.model->offset(tied.id[1])],
                 was = before[tied.model->offset(tied.id[1])];
    if (std::abs(share - was) > 1e-12) continue;
    ++stayed;
    EXPECT_EQ(s.values, before);
  }
  EXPECT_GT(stayed, 20);
}

TEST(AxisBlock, RestsAfterAWarmupTooShortToLearnFrom) {
  const Tied tied;
  AxisBlock block(*tied.model, {tied.id[0], tied.id[1], tied.id[2]});
  Rng rng(4, 0);
  State s = tied.draw(rng);
  for (int r = 0; r < 10; ++r) block.update(s, rng, true);
  block.freeze();
  block.reset_work();
  block.update(s, rng, false);
  EXPECT_EQ(block.work().evaluations, 0u);
}

TEST(AxisBlock, RestsWhereParametersAreHardlyCorrelated) {
  ModelBuilder b;
  const Var x = b.positive("x", 2);
  b.factor("gamma", {x, b.data({2, 3}), 1.5});
  b.factor("normal", {0.1, x, 9});
  const auto model = b.build();
  State s = make_state(*model);
  AxisBlock block(*model, model->parameters());
  Rng rng(8, 0);
  for (int r = 0; r < 600; ++r) {
    for (int k = 0; k < 2; ++k) s.values[model->offset(model->parameters()[0]) + k] = rng.gamma(2.0);
    recompute(*model, s);
    block.update(s, rng, true);
  }
  block.freeze();
  block.reset_work();
  block.update(s, rng, false);
  EXPECT_EQ(block.work().evaluations, 0u);
}

}  // namespace
}  // namespace cggibbs
