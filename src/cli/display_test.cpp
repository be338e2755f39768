// Progress: what is left of a run, and which display is chosen.
#include "cli/display.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cggibbs/error.hpp>

namespace cggibbs {
namespace {

/// Two chains, 100 sweeps of warmup and 400 draws each.
Progress progress(std::size_t sweeps, double seconds, double sampling_since) {
  const std::size_t draws = sweeps > 100 ? sweeps - 100 : 0;
  const bool warming = sweeps < 100;
  return {{{sweeps, draws, warming}, {sweeps, draws, warming}}, seconds, sampling_since, 100, 400, 1};
}

TEST(SecondsLeft, WarmupRateStandsInForSampling) {
  EXPECT_NEAR(seconds_left(progress(50, 10, 0)), 90, 1e-9);  // 5 sweeps/s per chain, 450 to go
}

TEST(SecondsLeft, SamplingHasItsOwnRate) {
  // Warmup took 10 s; then 100 draws in 5 s: 300 more at 20 per second.
  EXPECT_NEAR(seconds_left(progress(200, 15, 10)), 15, 1e-9);
}

TEST(SecondsLeft, JustAfterWarmupItsRateStillStands) {
  EXPECT_NEAR(seconds_left(progress(101, 10.1, 10)), 399 / 10.0, 1e-6);
}

TEST(SecondsLeft, UnknownAtTheStartAndZeroAtTheEnd) {
  EXPECT_LT(seconds_left(progress(0, 1, 0)), 0);
  EXPECT_NEAR(seconds_left(progress(500, 30, 10)), 0, 1e-9);
}

TEST(SecondsLeft, UnknownWhileAStoppingRuleIs) {
  Progress p = progress(200, 15, 10);
  p.open_ended = true;
  EXPECT_LT(seconds_left(p), 0);
  p.time_limit = 60;
  EXPECT_NEAR(seconds_left(p), 45, 1e-9);
}

TEST(SecondsLeft, ThinningMultipliesTheWork) {
  Progress p = progress(50, 10, 0);
  p.thin = 2;
  EXPECT_NEAR(seconds_left(p), 170, 1e-9);
}

TEST(SecondsLeft, ATimeLimitComesFirst) {
  Progress p = progress(50, 10, 0);
  p.time_limit = 30;
  EXPECT_NEAR(seconds_left(p), 20, 1e-9);
  p.time_limit = 3000;
  EXPECT_NEAR(seconds_left(p), 90, 1e-9);
}

TEST(SecondsLeft, WithoutWarmup) {
  const Progress p{{{100, 100, false}}, 5, 1e-9, 0, 400, 1};
  EXPECT_NEAR(seconds_left(p), 15, 1e-6);
}

TEST(Display, Choices) {
  EXPECT_EQ(parse_display("json", false), DisplayKind::json);
  EXPECT_EQ(parse_display("bar", false), DisplayKind::bar);
  EXPECT_EQ(parse_display("bar", true), DisplayKind::none);
  EXPECT_EQ(parse_display("none", false), DisplayKind::none);
  EXPECT_THAT([] { parse_display("loud", false); },
              ::testing::ThrowsMessage<Error>(::testing::HasSubstr("--progress: unknown choice 'loud'")));
}

}  // namespace
}  // namespace cggibbs
