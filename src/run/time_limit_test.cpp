// Time limits, and the pilots that come before a run.
#include <gtest/gtest.h>

#include <atomic>
#include <cggibbs/model.hpp>

#include "run/online_draws.hpp"
#include "run/run.hpp"

namespace cggibbs {
namespace {

/// Of a run whose time is up when it begins.
std::size_t draws_after(double pilot_seconds, std::size_t warmup) {
  ModelBuilder b;
  const Var x = b.real("x");
  b.factor("normal", {x, 0, 1});
  const auto model = b.build();
  RunSettings s;
  s.chains = 2;
  s.draws = 1'000'000'000;
  s.chain.warmup = warmup;
  s.until.seconds = 5;
  s.seconds_before = 10;
  s.pilot_seconds = pilot_seconds;
  OnlineDraws end({"x"}, {0}, s.chains);
  const std::atomic<bool> never{false};
  return run(*model, Plan(*model), s, end, never).draws;
}

TEST(TimeLimit, EndsWarmup) {
  EXPECT_EQ(draws_after(0, 1'000'000'000), 0u);
}

TEST(TimeLimit, PilotsMakeNoRunFail) {
  EXPECT_GT(draws_after(1000, 20'000), 0u);
}

TEST(TimeLimit, WhatPilotsTookIsAllThatIsGivenBack) {
  EXPECT_EQ(draws_after(5.2, 1'000'000'000), 0u);
}

}  // namespace
}  // namespace cggibbs
