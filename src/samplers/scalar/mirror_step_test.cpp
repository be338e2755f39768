// Mirror steps leave targets invariant, planted errors are caught, and they are worth more than slices.
#include "samplers/scalar/mirror_step.hpp"

#include <gtest/gtest.h>

#include "samplers/hamiltonian/test_targets.hpp"

namespace cggibbs {
namespace {

/// Relative to where the step begins, as chains see it.
auto mirrored(double reach) {
  return [=](double x, double logp, const auto& log_density, Rng& rng) {
    return mirror_step(
               x, [&](double y) { return log_density(y) - logp; }, reach, rng)
        .x;
  };
}

TEST(MirrorStep, LeavesTheTargetsInvariantForAnyReach) {
  for (const auto& target : test::targets())
    for (const double reach : {1e-3, 0.3, 1.0, 10.0})
      EXPECT_GT(test::invariance_p(target, mirrored(reach), 1), test::smallest_p)
          << target.name << ", reach " << reach;
}

TEST(InvarianceTest, CatchesAMirrorStepThatForgetsTheWayBack) {
  const auto step = [](double x, double logp, const auto& f, Rng& rng) {
    const auto go = mirror_law(x, 0.5, f(x - 0.5), logp, f(x + 0.5));
    if (!go) return x;
    const double y = go->draw(rng);
    return rng.uniform() < std::exp(f(y) - logp) ? y : x;
  };
  EXPECT_LT(test::invariance_p(test::normal_target(), step, 1), test::smallest_p);
}

TEST(InvarianceTest, CatchesAMirrorStepThatIsAlwaysTaken) {
  const auto step = [](double x, double logp, const auto& f, Rng& rng) {
    const auto go = mirror_law(x, 0.5, f(x - 0.5), logp, f(x + 0.5));
    return go ? go->draw(rng) : x;
  };
  EXPECT_LT(test::invariance_p(test::cauchy_target(), step, 1), test::smallest_p);
}

TEST(MirrorStep, IsAlwaysTakenWhereAllIsNormalAndFallsOnTheOtherSide) {
  Rng rng(5, 0);
  double x = 1, products = 0;
  constexpr int steps = 20000;
  for (int i = 0; i < steps; ++i) {
    const auto f = [&](double y) { return 0.5 * (x * x - y * y); };
    const MirrorMove move = mirror_step(x, f, 0.7, rng);
    EXPECT_NEAR(move.acceptance, 1, 1e-9);
    products += x * move.x;
    x = move.x;
  }
  EXPECT_NEAR(products / steps, -overshoot, 4 * std::sqrt(1.1 / steps));
}

TEST(MirrorStep, StaysWhereADensityEndsOrBendsUpwards) {
  Rng rng(6, 0);
  const auto cut = [](double y) { return y < 0 ? -inf : -y; };
  const auto flat = [](double) { return 0.0; };
  const auto upwards = [](double y) { return y * y - 0.01; };
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(mirror_step(0.1, cut, 0.5, rng).x, 0.1);
    EXPECT_EQ(mirror_step(0.1, flat, 0.5, rng).x, 0.1);
    EXPECT_EQ(mirror_step(0.1, upwards, 0.5, rng).x, 0.1);
  }
}

TEST(MirrorUse, PaysWhereStepsAreTakenAndForgetsTheWayIn) {
  MirrorUse good, bad, late, short_of_slices;
  for (int i = 0; i < 200; ++i) {
    good.learn(0.93, 1.4);
    bad.learn(0.85, 1.4);
    late.learn(i < 30 ? 0 : 0.95, 1.4);
    short_of_slices.learn(1, 1.4);
    for (MirrorUse* use : {&good, &bad, &late}) use->learn_slice(i < 30 ? 5 : -1.2);
    short_of_slices.learn_slice(i % 4 == 0 ? 5 : 1);
  }
  EXPECT_TRUE(good.pays());
  EXPECT_FALSE(bad.pays());
  EXPECT_TRUE(late.pays());
  EXPECT_FALSE(short_of_slices.pays());
  MirrorUse young;
  for (int i = 0; i < 10; ++i) young.learn(1, 1);
  EXPECT_FALSE(young.pays());
}

}  // namespace
}  // namespace cggibbs
