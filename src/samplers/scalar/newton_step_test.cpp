// Newton steps leave targets invariant, and planted errors are caught.
#include "samplers/scalar/newton_step.hpp"

#include <gtest/gtest.h>

#include "samplers/hamiltonian/test_targets.hpp"

namespace cggibbs {
namespace {

/// Lopsided and log-concave, like a logistic likelihood of one class: the log of a gamma(2) variate.
test::Target log_gamma_target() {
  return {"log_gamma", [](double x) { return 2 * x - std::exp(x); },
          [](Rng& rng) { return std::log(rng.gamma(2.0)); },
          [](double x) { return -std::expm1(-std::exp(x)) - std::exp(x - std::exp(x)); }};
}

/// Derivatives by differences: any function of the point alone gives a valid proposal.
LinePoint point(const std::function<double(double)>& f, double x, double start) {
  constexpr double h = 1e-3;
  const double a = f(x - h), b = f(x), c = f(x + h);
  return {b - f(start), (c - a) / (2 * h), -(a - 2 * b + c) / (h * h)};
}

TEST(NewtonStep, LeavesNormalAndLopsidedTargetsInvariant) {
  for (const auto& target : {test::normal_target(), log_gamma_target()}) {
    const auto step = [&](double x, double, const auto& f, Rng& rng) {
      return x + newton_step(
                     point(f, x, x), [&](double t) { return point(f, x + t, x); }, rng)
                     .t;
    };
    EXPECT_GT(test::invariance_p(target, step, 1), test::smallest_p) << target.name;
  }
}

TEST(NewtonStep, OnANormalTargetEveryStepIsAcceptedAndForgetsTheStart) {
  Rng rng(2, 0);
  const auto f = [](double x) { return -0.5 * square((x - 3) / 0.2); };
  double sum = 0;
  for (int r = 0; r < 4000; ++r) {
    const auto s = newton_step(
        {0, (3 - 7) / 0.04, 1 / 0.04},
        [&](double t) {
          return LinePoint{f(7 + t) - f(7), (3 - (7 + t)) / 0.04, 1 / 0.04};
        },
        rng);
    EXPECT_GT(s.acceptance, 1 - 1e-9);
    sum += 7 + s.t;
  }
  EXPECT_NEAR(sum / 4000, 3, 4 * 0.2 / std::sqrt(4000.0));
}

TEST(NewtonStep, PlantedBugsAreCaught) {
  const auto target = log_gamma_target();
  // The way back judged by the curvature of the start, and a proposal that is never rejected.
  const auto stale = [&](double x, double, const auto& f, Rng& rng) {
    const LinePoint here = point(f, x, x);
    return x + newton_step(
                   here,
                   [&](double t) {
                     LinePoint p = point(f, x + t, x);
                     p.curvature = here.curvature;
                     return p;
                   },
                   rng)
                   .t;
  };
  const auto always = [&](double x, double, const auto& f, Rng& rng) {
    const LinePoint here = point(f, x, x);
    return x + here.slope / here.curvature + rng.normal() / std::sqrt(here.curvature);
  };
  EXPECT_LT(test::invariance_p(target, stale, 1), test::smallest_p);
  EXPECT_LT(test::invariance_p(target, always, 1), test::smallest_p);
}

TEST(NewtonStep, StaysWhereTheEndHasNoCurvature) {
  Rng rng(3, 0);
  const auto s = newton_step(
      {0, 1, 1},
      [](double) {
        return LinePoint{5, 0, 0};
      },
      rng);
  EXPECT_EQ(s.t, 0);
  EXPECT_EQ(s.acceptance, 0);
}

}  // namespace
}  // namespace cggibbs
