// Random walks leave targets invariant, and planted errors are caught.
#include "samplers/scalar/random_walk.hpp"

#include <gtest/gtest.h>

#include "samplers/hamiltonian/test_targets.hpp"
#include "samplers/scalar/step_size.hpp"

namespace cggibbs {
namespace {

TEST(RandomWalkStep, LeavesTheTargetsInvariantForAnyStep) {
  for (const auto& target : test::targets())
    for (const double size : {1e-2, 1.0, 10.0, 1e3}) {
      const auto step = [&](double x, double logp, const auto& log_density, Rng& rng) {
        const WalkMove move = random_walk_step(x, logp, log_density, size, rng);
        EXPECT_EQ(move.logp, log_density(move.x));
        return move.x;
      };
      EXPECT_GT(test::invariance_p(target, step, 1), test::smallest_p) << target.name << ", step " << size;
    }
}

TEST(InvarianceTest, CatchesARandomWalkThatAlwaysAccepts) {
  const auto step = [](double x, double, const auto&, Rng& rng) { return x + rng.normal(); };
  EXPECT_LT(test::invariance_p(test::normal_target(), step, 2), test::smallest_p);
}

TEST(InvarianceTest, CatchesARandomWalkWhoseProposalIsNotSymmetric) {
  const auto step = [](double x, double logp, const auto& f, Rng& rng) {
    const double candidate = x * std::exp(0.5 * rng.normal());  // the Jacobian is missing
    return rng.uniform() < std::exp(f(candidate) - logp) ? candidate : x;
  };
  EXPECT_LT(test::invariance_p(test::exponential_target(), step, 2), test::smallest_p);
}

TEST(WalkStep, LearnsAStepThatAcceptsFortyFourPercent) {
  Rng rng(3, 0);
  const auto f = [](double x) { return -0.5 * square(x / 50); };
  WalkStep step(1);
  double x = 0;
  double logp = f(x);
  double accepted = 0;
  const int sweeps = 10000;
  for (int s = 0; s < 2 * sweeps; ++s) {
    const WalkMove move = random_walk_step(x, logp, f, step.step(), rng);
    if (s < sweeps) step.learn(move.acceptance);
    if (s >= sweeps) accepted += move.acceptance;
    x = move.x;
    logp = move.logp;
  }
  // Frozen at a noisy estimate: the last gain is 5 / 10000^0.6 = 0.02.
  EXPECT_NEAR(accepted / sweeps, 0.44, 0.04);
}

}  // namespace
}  // namespace cggibbs
