// Every doubt has its sentence, once for the command line and once for programs.
#include "run/warnings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/settings_text.hpp"

namespace cggibbs {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::vector<std::string> names{"a", "b"};

struct Case {
  std::size_t draws = 1000;
  Mixing mixing{4};
  RunHealth health;
  std::string stopped_by = "draws";
  std::vector<std::string> missed;

  Case() {
    mixing.add({.rhat = 1, .ess_bulk = 4000, .ess_tail = 4000});
    mixing.add({.rhat = 1, .ess_bulk = 4000, .ess_tail = 4000});
  }
  std::vector<std::string> told() const {
    auto all = warnings({names, draws, mixing, health, stopped_by, missed});
    for (auto& text : all) text = with_backquotes(text);
    return all;
  }
};

/// The one warning of a case.
void expect_told(const Case& c, const std::string& doubt, const std::string& setting) {
  const auto told = c.told();
  ASSERT_EQ(told.size(), 1U) << doubt;
  EXPECT_THAT(told[0], HasSubstr(doubt));
  EXPECT_THAT(told[0], HasSubstr(setting));
  EXPECT_EQ(told[0].back(), '.');
}

HamiltonianTally tally(std::uint64_t divergences, std::uint64_t saturated, double step_size) {
  HamiltonianTally t;
  t.updates = 1000;
  t.divergences = divergences;
  t.saturated = saturated;
  t.step_size = step_size;
  return t;
}

TEST(Warnings, AreNoneForAGoodRun) {
  EXPECT_THAT(Case().told(), IsEmpty());
}

TEST(Warnings, TellOfMixing) {
  Case c;
  c.mixing = Mixing(4);
  c.mixing.add({.rhat = 1.2, .ess_bulk = 4000, .ess_tail = 4000});
  c.mixing.add({.rhat = 1.005, .ess_bulk = 4000, .ess_tail = 4000});
  expect_told(c, "R-hat is above 1.01 for 1 of 2 parameters (worst 1.200 for a)", "`until=rhat=1.01`");
  c.mixing = Mixing(4);
  c.mixing.add({.rhat = 1, .ess_bulk = 4000, .ess_tail = 4000});
  c.mixing.add({.rhat = 1, .ess_bulk = 4000, .ess_tail = 30});
  expect_told(c, "the effective sample size is below 400 for 1 of 2 parameters (worst 30 for b)",
              "`until=ess=400`");
  c.draws = 3;
  expect_told(c, "too few draws", "100 per chain");
}

TEST(Warnings, TellOfDriftAndAcceptance) {
  Case sums, blocks, accept;
  sums.health.drift = 1e-8;
  expect_told(sums, "cached sums drifted by 1.0e-08", "`standardize=zscore`");
  blocks.health.block_drift = 0.01;
  expect_told(blocks, "a block of coefficients lost digits", "`sampler=slice`");
  accept.health.accept = 0.05;
  expect_told(accept, "only 5% of proposals were accepted", "`sampler=slice`");
}

TEST(Warnings, TellOfTrajectories) {
  Case diverge, cut, uneven, energy;
  diverge.health.hamiltonian = {tally(3, 0, 0.5), tally(4, 0, 0.5)};
  expect_told(diverge, "7 of 2000 trajectories diverged", "`target_accept=0.95`");
  cut.health.hamiltonian = {tally(0, 50, 0.5), tally(0, 0, 0.5)};
  expect_told(cut, "50 of 2000 trees stopped at the largest depth", "`metric=dense`");
  uneven.health.hamiltonian = {tally(0, 0, 0.1), tally(0, 0, 0.5)};
  expect_told(uneven, "unequal step sizes (0.1 to 0.5)", "`warmup`");
  energy.health.hamiltonian = {tally(0, 0, 0.5)};
  energy.health.hamiltonian[0].whole = true;
  for (int i = 0; i < 1000; ++i) energy.health.hamiltonian[0].ebfmi.add(i);
  expect_told(energy, "E-BFMI is 0.00 in the worst chain", "`sampler=slice`");
}

TEST(Warnings, TellOfGoalsThatALimitLeftUnreached) {
  Case c;
  c.stopped_by = "time";
  c.missed = {"ess=2000 (worst 312)", "rhat=1.01 (worst 1.034)"};
  expect_told(
      c, "ended by time before all its goals were reached: ess=2000 (worst 312), rhat=1.01 (worst 1.034)",
      "`draws`");
}

}  // namespace
}  // namespace cggibbs
