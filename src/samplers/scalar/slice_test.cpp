// Slice steps leave targets invariant, and planted errors are caught.
#include "samplers/scalar/slice.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "samplers/hamiltonian/test_targets.hpp"
#include "samplers/scalar/step_size.hpp"

namespace cggibbs {
namespace {

using detail::double_out;
using detail::Doubled;
using detail::Interval;
using detail::step_out;

struct Case {
  test::Target target;
  SliceRule rule;
  double width;
};

class EverySliceStep : public testing::TestWithParam<Case> {};

TEST_P(EverySliceStep, LeavesTheTargetInvariant) {
  const auto& [target, rule, width] = GetParam();
  const auto step = [&, w = width, r = rule](double x, double logp, const auto& log_density, Rng& rng) {
    const SliceMove move = slice_step(x, logp, log_density, w, r, rng);
    EXPECT_EQ(move.logp, log_density(move.x));
    return move.x;
  };
  EXPECT_GT(test::invariance_p(target, step, 1), test::smallest_p);
}

/// Looking ahead, from a log density that is `off` by some amount at every point but the start.
auto ahead(double width, const SliceRule& rule, double off = 0) {
  return [=](double x, double logp, const auto& log_density, Rng& rng) {
    const auto many = [&](std::size_t count, const double* at, double* values) {
      for (std::size_t k = 0; k < count; ++k) values[k] = log_density(x + at[k]) - logp + off;
    };
    return x + slice_step_ahead(many, width, rule, rng).x;
  };
}

TEST(SliceAhead, LeavesEveryTargetInvariantAtAnyWidthAndLimit) {
  for (const auto& target : test::targets()) {
    for (const double width : {1e-2, 1.0, 10.0, 1e3})
      EXPECT_GT(test::invariance_p(target, ahead(width, {}), 1), test::smallest_p) << target.name << width;
    for (const int limit : {1, 3})
      EXPECT_GT(test::invariance_p(target, ahead(0.5, {.max_steps = limit}), 1), test::smallest_p);
  }
}

TEST(SliceAhead, AStaleBaseLineIsCaught) {
  EXPECT_LT(test::invariance_p(test::normal_target(), ahead(1, {}, 0.3), 1), test::smallest_p);
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const auto& target : test::targets())
    for (const auto kind : {SliceKind::stepping, SliceKind::doubling}) {
      for (const double width : {1e-2, 1.0, 10.0, 1e3}) all.push_back({target, {.kind = kind}, width});
      // Limits that bind.
      all.push_back({target, {.kind = kind, .max_doublings = 2, .max_steps = 3}, 0.5});
      all.push_back({target, {.kind = kind, .max_doublings = 0, .max_steps = 1}, 2.0});
    }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Targets, EverySliceStep, testing::ValuesIn(cases()), [](const auto& instance) {
  const Case& c = instance.param;
  return fmt::format("{}_{}_{}", c.target.name, c.rule.kind == SliceKind::stepping ? "stepping" : "doubling",
                     instance.index);
});

Interval interval(const Interval& i) {
  return i;
}
Interval interval(const Doubled& d) {
  return d.i;
}

/// What slice_step does with each of its parts replaceable.
template <class F, class Level, class Bracket, class Accept, class Shrink>
double assembled(double x, double logp, const F& f, Rng& rng, const Level& level_of, const Bracket& bracket,
                 const Accept& accepts, const Shrink& shrink) {
  const double level = level_of(logp, rng);
  const auto whole = bracket(x, level, f, rng);
  Interval i = interval(whole);
  for (;;) {
    const double candidate = i.left + rng.uniform() * (i.right - i.left);
    if (f(candidate) > level && accepts(x, candidate, level, f, whole)) return candidate;
    if (!(i.right - i.left > 1e-12)) return x;
    shrink(i, candidate, x);
  }
}

const auto exact_level = [](double logp, Rng& rng) { return logp - rng.exponential(); };
const auto stepping = [](double x, double level, const auto& f, Rng& rng) {
  return step_out(x, level, f, 1.0, 4096, rng);
};
const auto doubling = [](double x, double level, const auto& f, Rng& rng) {
  return double_out(x, level, f, 1.0, 20, rng);
};
const auto always = [](double, double, double, const auto&, const auto&) { return true; };
const auto checked = [](double x, double candidate, double level, const auto& f, const Doubled& whole) {
  return detail::doubling_accepts(x, candidate, level, f, 1.0, whole);
};
const auto towards_x = [](Interval& i, double candidate, double x) {
  (candidate < x ? i.left : i.right) = candidate;
};

/// The p value of a slice step made of these parts, on the bimodal target.
template <class... Parts>
double p_of(const Parts&... parts) {
  return test::invariance_p(
      test::bimodal_target(),
      [&](double x, double logp, const auto& f, Rng& rng) { return assembled(x, logp, f, rng, parts...); },
      2);
}

/// Neal's figure 6 as it is printed: both ends of every interval are evaluated.
template <class F>
bool plainly_accepts(double x, double candidate, double level, const F& f, double width, Interval i) {
  bool differs = false;
  while (i.right - i.left > 1.1 * width) {
    const double middle = i.left + 0.5 * (i.right - i.left);
    if ((x < middle) != (candidate < middle)) differs = true;
    (candidate < middle ? i.right : i.left) = middle;
    if (differs && f(i.left) <= level && f(i.right) <= level) return false;
  }
  return true;
}

TEST(DoublingAccepts, AsThePlainFormDoesWithEveryPointEvaluatedOnce) {
  Rng rng(5, 0);
  int refused = 0, plain = 0, evaluated = 0;
  for (int round = 0; round < 6000; ++round) {
    const double x = 3 * rng.normal(), width = std::exp(rng.normal() - 1);
    const auto f = [](double y) { return std::cos(3 * y) - 0.1 * y * y; };
    const double level = f(x) - rng.exponential();
    const Doubled whole = double_out(x, level, f, width, 12, rng);
    const double candidate = whole.i.left + rng.uniform() * (whole.i.right - whole.i.left);
    if (!(f(candidate) > level)) continue;
    std::vector<double> points{whole.i.left, whole.i.right};  // known from doubling
    const auto once = [&](double y) {
      EXPECT_EQ(std::count(points.begin(), points.end(), y), 0);
      points.push_back(y);
      return f(y);
    };
    const auto counted = [&](double y) {
      ++plain;
      return f(y);
    };
    const bool expected = plainly_accepts(x, candidate, level, counted, width, whole.i);
    EXPECT_EQ(detail::doubling_accepts(x, candidate, level, once, width, whole), expected);
    evaluated += static_cast<int>(points.size()) - 2;
    refused += expected ? 0 : 1;
  }
  EXPECT_GT(refused, 50);
  EXPECT_LT(evaluated, 0.7 * plain);
}

TEST(InvarianceTest, PassesTheSliceStepAssembledFromItsParts) {
  EXPECT_GT(p_of(exact_level, stepping, always, towards_x), test::smallest_p);
  EXPECT_GT(p_of(exact_level, doubling, checked, towards_x), test::smallest_p);
}

TEST(InvarianceTest, CatchesDoublingWithoutTheAcceptanceTest) {
  EXPECT_LT(p_of(exact_level, doubling, always, towards_x), test::smallest_p);
}

TEST(InvarianceTest, CatchesALevelWithoutTheLogarithm) {
  const auto level = [](double logp, Rng& rng) { return logp - rng.uniform(); };
  EXPECT_LT(p_of(level, stepping, always, towards_x), test::smallest_p);
}

TEST(InvarianceTest, CatchesALevelAtTheDensityItself) {
  const auto level = [](double logp, Rng&) { return logp; };
  EXPECT_LT(p_of(level, stepping, always, towards_x), test::smallest_p);
}

TEST(InvarianceTest, CatchesShrinkageThatForgetsOnWhichSideXIs) {
  const auto wide = [](double x, double level, const auto& f, Rng& rng) {
    return step_out(x, level, f, 4.0, 4096, rng);
  };
  const auto from_the_right = [](Interval& i, double candidate, double) { i.right = candidate; };
  EXPECT_GT(p_of(exact_level, wide, always, towards_x), test::smallest_p);
  EXPECT_LT(p_of(exact_level, wide, always, from_the_right), test::smallest_p);
}

TEST(InvarianceTest, CatchesABracketThatStartsAtXItself) {
  const auto bracket = [](double x, double level, const auto& f, Rng&) {
    Interval i{x, x + 1};
    while (f(i.right) > level) i.right += 1;
    return i;
  };
  EXPECT_LT(p_of(exact_level, bracket, always, towards_x), test::smallest_p);
}

TEST(InvarianceTest, CatchesAStepLimitThatIsNotSplitAtRandom) {
  const auto bracket = [](double x, double level, const auto& f, Rng& rng) {
    Interval i{x - rng.uniform(), 0};
    i.right = i.left + 1;
    for (int k = 0; k < 8 && f(i.right) > level; ++k) i.right += 1;  // the left side gets what is left over
    return i;
  };
  EXPECT_LT(p_of(exact_level, bracket, always, towards_x), test::smallest_p);
}

TEST(SliceStep, AnAdaptedWidthNeedsAtMostSixEvaluationsOnANormalConditional) {
  for (const double sd : {1e-3, 1.0, 1e3}) {
    Rng rng(3, 0);
    std::uint64_t evaluations = 0;
    const auto f = [&](double x) {
      ++evaluations;
      return -0.5 * square(x / sd);
    };
    SliceWidth width(1);
    double x = sd;
    double logp = f(x);
    const int sweeps = 1000;
    for (int s = 0; s < 2 * sweeps; ++s) {
      if (s == sweeps) evaluations = 0;
      const SliceMove move = slice_step(x, logp, f, width.width(), {}, rng);
      if (s < sweeps) width.learn(move.x - x);
      x = move.x;
      logp = move.logp;
    }
    EXPECT_LE(static_cast<double>(evaluations) / sweeps, 6) << "sd " << sd;
  }
}

TEST(SliceStep, StaysWhenTheSliceIsAPoint) {
  Rng rng(4, 0);
  const auto spike = [](double x) { return x == 0.25 ? 0.0 : -inf; };
  for (const auto kind : {SliceKind::stepping, SliceKind::doubling})
    EXPECT_EQ(slice_step(0.25, 0.0, spike, 1.0, {.kind = kind}, rng).x, 0.25);
}

}  // namespace
}  // namespace cggibbs
