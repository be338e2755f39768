// Sketches of a stretch of draws: order, weights, errors of ranks.
#include "diagnostics/time_sketch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include "base/rng.hpp"

namespace cggibbs {
namespace {

static_assert(std::is_trivially_copyable_v<TimeSketch>);

struct Weighted {
  double value, weight;
};

std::vector<Weighted> contents(const TimeSketch& s) {
  std::vector<Weighted> out;
  for (std::size_t i = 0; i < s.stretches(); ++i)
    for (const double x : s.stretch(i)) out.push_back({x, s.weight()});
  s.open_stretch([&](double x, double w) { out.push_back({x, w}); });
  return out;
}

TEST(TimeSketch, KeepsEveryDrawInOrderAsLongAsThereIsRoom) {
  TimeSketch s;
  std::vector<double> all;
  for (std::size_t i = 0; i < TimeSketch::exact_draws; ++i) {
    all.push_back(std::sin(static_cast<double>(i * i)));
    s.add(all.back());
  }
  EXPECT_TRUE(s.exact());
  std::vector<double> kept;
  for (const auto& d : contents(s)) kept.push_back(d.value);
  EXPECT_EQ(kept, all);
}

TEST(TimeSketch, WeightsAddUpToTheDrawsButForTheRunInHand) {
  TimeSketch s;
  for (std::size_t n = 1; n <= 300'000; ++n) {
    s.add(static_cast<double>(n));
    if (n % 777 != 0) continue;
    double sum = 0;
    for (const auto& d : contents(s)) sum += d.weight;
    const double run = std::max(1.0, s.weight() / (1U << TimeSketch::levels));
    ASSERT_LE(sum, static_cast<double>(n));
    ASSERT_GT(sum, static_cast<double>(n) - run);
  }
}

TEST(TimeSketch, StretchesFollowEachOtherInTime) {
  TimeSketch s;
  for (int n = 0; n < 100'000; ++n) s.add(n);
  ASSERT_GE(s.stretches(), TimeSketch::most_stretches / 2);
  const double length = s.weight() * TimeSketch::block;
  for (std::size_t i = 0; i < s.stretches(); ++i)
    for (const double x : s.stretch(i)) EXPECT_EQ(std::floor(x / length), static_cast<double>(i));
}

TEST(TimeSketch, RankErrorsHaveMeanZeroAndTheStatedVariance) {
  // 400 sketches of independent draws: the mean error is 0 within four standard errors, and the mean square within the
  // bound per stretch (no sketch here has fewer than 16).
  const std::size_t n = 30'000;
  const double runs = TimeSketch::block / 4.0 / (1U << TimeSketch::levels);
  const double bound = (0.5 + runs) / (TimeSketch::block * TimeSketch::block * 16.0);
  for (const double p : {0.05, 0.5, 0.95}) {
    double sum = 0, squares = 0;
    const int sketches = 400;
    for (int k = 0; k < sketches; ++k) {
      Rng rng(11, static_cast<std::uint64_t>(k));
      TimeSketch s;
      double below = 0, told = 0, total = 0;
      for (std::size_t i = 0; i < n; ++i) {
        const double u = rng.uniform();
        below += u <= p ? 1 : 0;
        s.add(u);
      }
      for (const auto& d : contents(s)) {
        total += d.weight;
        told += d.value <= p ? d.weight : 0;
      }
      const double error = told / total - below / static_cast<double>(n);
      sum += error;
      squares += error * error;
    }
    EXPECT_NEAR(sum / sketches, 0, 4 * std::sqrt(squares) / sketches) << p;
    EXPECT_LT(squares / sketches, bound) << p;
    EXPECT_GT(squares / sketches, 0.2 * bound * 4 * p * (1 - p)) << p << ": the bound is no idle one";
  }
}

TEST(TimeSketch, TheSameDrawsGiveTheSameSketch) {
  TimeSketch a, b;
  Rng rng(3, 1);
  for (int i = 0; i < 5000; ++i) {
    const double x = rng.normal();
    a.add(x);
    b.add(x);
  }
  for (std::size_t i = 0; i < a.stretches(); ++i) EXPECT_TRUE(std::ranges::equal(a.stretch(i), b.stretch(i)));
}

}  // namespace
}  // namespace cggibbs
