// Stopping rules: what can be written, and when conditions are looked at.
#include "run/stop_rule.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cggibbs/error.hpp>
#include <cmath>

#include "base/test_error.hpp"

namespace cggibbs {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string refusal(const std::string& text) {
  return test::error_of([&] { parse_stop_rule({text}); });
}

TEST(StopRule, ReadsEachConditionAloneOrTogether) {
  EXPECT_EQ(parse_stop_rule({"ess=400"}).ess, 400);
  EXPECT_EQ(parse_stop_rule({"rhat=1.01"}).rhat, 1.01);
  EXPECT_EQ(parse_stop_rule({"time=60s"}).seconds, 60);
  const StopRule all = parse_stop_rule({"ess=400,rhat=1.01", "time=2h"});
  EXPECT_EQ(all.text(), "ess=400,rhat=1.01,time=7200s");
  EXPECT_EQ(parse_stop_rule({"mcse=0.05"}).mcse, 0.05);
  EXPECT_TRUE(all.has_goals());
}

TEST(StopRule, KnowsWhetherThereIsAny) {
  EXPECT_FALSE(parse_stop_rule({}).any());
  EXPECT_EQ(parse_stop_rule({}).text(), "");
  EXPECT_TRUE(parse_stop_rule({"time=1"}).any());
  EXPECT_FALSE(parse_stop_rule({"time=1"}).has_goals());
}

TEST(StopRule, GoalsAreReachedWhenAllOfThemAre) {
  const StopRule both = parse_stop_rule({"ess=2000,rhat=1.01,time=60s"});
  EXPECT_EQ(both.goals(), "ess and rhat");
  EXPECT_THAT(both.missed({312, 1.034, 1}), ElementsAre("ess=2000 (worst 312)", "rhat=1.01 (worst 1.034)"));
  EXPECT_THAT(both.missed({312, 1.005, 1}), ElementsAre("ess=2000 (worst 312)"));
  EXPECT_THAT(both.missed({2500, 1.034, 1}), ElementsAre("rhat=1.01 (worst 1.034)"));
  EXPECT_THAT(both.missed({2500, 1.005, 1}), ElementsAre());
  EXPECT_THAT(both.missed({NAN, NAN, NAN}).size(), 2u);
  EXPECT_EQ(both.missed({}).size(), 2u);
  const StopRule error = parse_stop_rule({"mcse=0.05"});
  EXPECT_EQ(error.goals(), "mcse");
  EXPECT_THAT(error.missed({1, 2, 0.04}), ElementsAre());
  EXPECT_THAT(error.missed({1, 2, 0.11}), ElementsAre("mcse=0.05 (worst 0.11)"));
  EXPECT_THAT(error.missed({1, 2, 0.0503}), ElementsAre("mcse=0.05 (worst 0.0503)"));
  EXPECT_THAT(both.missed({1999.8, 1.01004, 1}),
              ElementsAre("ess=2000 (worst 1999.8)", "rhat=1.01 (worst 1.01004)"));
}

TEST(StopRule, DurationsHaveUnits) {
  EXPECT_EQ(parse_duration("90", "t"), 90);
  EXPECT_EQ(parse_duration("1.5s", "t"), 1.5);
  EXPECT_EQ(parse_duration("10m", "t"), 600);
  EXPECT_EQ(parse_duration("2h", "t"), 7200);
}

TEST(StopRule, MistakesAreNamed) {
  EXPECT_THAT(refusal("foo"), HasSubstr("`until`: cannot read 'foo'. Use ess=400"));
  EXPECT_THAT(refusal(""), HasSubstr("cannot read ''"));
  EXPECT_THAT(refusal("ess"), HasSubstr("`until=ess`: '' is not a number"));
  EXPECT_THAT(refusal("ess=x"), HasSubstr("`until=ess`: 'x' is not a number"));
  EXPECT_THAT(refusal("ess=inf"), HasSubstr("not a number"));
  EXPECT_THAT(refusal("ess=-1"), HasSubstr("must be positive"));
  EXPECT_THAT(refusal("ess=0"), HasSubstr("must be positive"));
  EXPECT_THAT(refusal("rhat=1"), HasSubstr("must be above 1"));
  EXPECT_THAT(refusal("mcse=0"), HasSubstr("must be positive"));
  EXPECT_THAT(refusal("time=0s"), HasSubstr("must be positive"));
  EXPECT_THAT(refusal("time=-5m"), HasSubstr("must be positive"));
  EXPECT_THAT(refusal("time=s"), HasSubstr("'' is not a number"));
  EXPECT_THAT(refusal("time=5y"), HasSubstr("'5y' is not a number"));
  EXPECT_THAT(refusal("ess=400,"), HasSubstr("cannot read ''"));
}

TEST(StopRule, ChecksComeEverMoreRarely) {
  std::vector<std::size_t> checks;
  for (std::size_t d = 0; d < 1000;) checks.push_back(d = next_check(d, 1000));
  EXPECT_THAT(checks, ElementsAre(100, 150, 225, 337, 505, 757, 1000));
  EXPECT_EQ(next_check(0, 30), 30u);
}

TEST(StopRule, ExpectedDrawsFollowTheEffectiveSampleSize) {
  EXPECT_EQ(expected_draws({}, 100, 50, 150, 1000), 1000u);
  const StopRule ess = parse_stop_rule({"ess=400"});
  EXPECT_EQ(expected_draws(ess, 0, 0, 100, 1000000), 100u);
  EXPECT_EQ(expected_draws(ess, 100, 50, 150, 1000000), 800u);
  EXPECT_EQ(expected_draws(ess, 100, 390, 150, 1000000), 150u);
  EXPECT_EQ(expected_draws(ess, 100, 1e-9, 150, 1000000), 1000000u);
  EXPECT_EQ(expected_draws(parse_stop_rule({"rhat=1.01"}), 100, 50, 150, 1000000), 150u);
}

}  // namespace
}  // namespace cggibbs
