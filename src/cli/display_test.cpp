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

TEST(ProgressLine, FitsWhateverTheWidth) {
  const LiveDiagnostics live{100, 5, 5, {123, 1.012, 0.1}};
  for (const std::size_t sweeps : {0, 50, 100, 300, 500})
    for (std::size_t width = 1; width < 200; ++width)
      EXPECT_LE(progress_line(progress(sweeps, 10, sweeps > 100 ? 5 : 0), live, width).size(), width);
}

TEST(ProgressLine, LeavesOutWhatMattersLess) {
  const LiveDiagnostics live{100, 5, 5, {123, 1.012, 0.1}};
  const Progress p = progress(300, 10, 5);
  EXPECT_EQ(progress_line(p, live, 120),
            "sampling  50% [############............]  10 s, about 5 s left, worst ESS 123, R-hat 1.012, 30 "
            "sweeps/s");
  EXPECT_EQ(progress_line(p, live, 62), "sampling  50% [############............]  10 s, about 5 s left");
  EXPECT_EQ(progress_line(p, live, 35), "sampling  50%  10 s, about 5 s left");
  EXPECT_EQ(progress_line(p, live, 14), "sampling  50%");
  EXPECT_EQ(progress_line(progress(50, 10, 0), {}, 30), "warmup    50% [####....]  10 s");
}

TEST(Display, Choices) {
  EXPECT_EQ(parse_display("json", false, true), DisplayKind::json);
  EXPECT_EQ(parse_display("bar", false, true), DisplayKind::bar);
  EXPECT_EQ(parse_display("bar", false, false), DisplayKind::plain);
  EXPECT_EQ(parse_display("auto", false, false), DisplayKind::plain);
  EXPECT_EQ(parse_display("bar", true, true), DisplayKind::none);
  EXPECT_EQ(parse_display("none", false, true), DisplayKind::none);
  EXPECT_THAT([] { parse_display("loud", false, true); },
              ::testing::ThrowsMessage<Error>(::testing::HasSubstr("--progress: unknown choice 'loud'")));
}

}  // namespace
}  // namespace cggibbs
