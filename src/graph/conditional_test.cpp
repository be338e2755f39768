// Conditionals against the naive evaluator, with their work counted.
#include "graph/conditional.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/tolerance.hpp"
#include "graph/start.hpp"
#include "graph/test_models.hpp"

namespace cggibbs {
namespace {

/// A candidate in the support, not far from the current value.
double candidate_for(Conditional& c, Rng& rng) {
  const Bounds b = c.bounds();
  const double x = c.current();
  switch (c.support()) {
    case SupportKind::real:
      return x + rng.normal();
    case SupportKind::positive:
      return x * std::exp(0.5 * rng.normal());
    case SupportKind::integer:
      if (b.upper == inf) return std::max(b.lower, x + static_cast<double>(rng.below(5)) - 2);
      return b.lower + static_cast<double>(rng.below(static_cast<std::uint64_t>(b.upper - b.lower) + 1));
    case SupportKind::bounded:
      if (b.upper == inf) return b.lower + (x - b.lower) * std::exp(0.5 * rng.normal());
      if (b.lower == -inf) return b.upper - (b.upper - x) * std::exp(0.5 * rng.normal());
      return b.lower + (b.upper - b.lower) * rng.uniform();
    case SupportKind::ordered: {
      const double lower = std::isfinite(b.lower) ? b.lower : x - 1;
      const double upper = std::isfinite(b.upper) ? b.upper : x + 1;
      return lower + (upper - lower) * rng.uniform();
    }
  }
  return x;
}

class EveryModel : public testing::TestWithParam<test::NamedModel> {};

TEST_P(EveryModel, CachedChangesAgreeWithTheNaiveEvaluatorAfterRandomMoves) {
  const Model& model = *GetParam().model;
  const Plan plan(model);
  Rng rng(1, 0);
  State fast = make_state(model);
  draw_valid_start(model, fast, rng);
  State slow = fast;
  Conditional cached(model, plan, fast);
  Conditional naive(model, plan, slow, true);
  const auto coordinates = model.coordinates();
  for (int move = 0; move < 400; ++move) {
    const Coordinate c = coordinates[rng.below(coordinates.size())];
    cached.focus(c);
    naive.focus(c);
    for (int trial = 0; trial < 3; ++trial) {
      const double x = candidate_for(cached, rng);
      const double a = cached.delta(x);
      const double b = naive.delta(x);
      if (a != b) {
        ASSERT_NEAR(a, b, 1e-9 * (1 + std::abs(b) + std::abs(slow.log_density())))
            << model.coordinate_name(c);
      }
      if (trial == 2 && a > -20) {
        // Half of the time the committed candidate is not the last one evaluated.
        if (rng.uniform() < 0.5) cached.delta(candidate_for(cached, rng));
        cached.commit(x);
        naive.commit(x);
      }
    }
    ASSERT_NEAR(fast.log_density(), slow.log_density(),
                tol::log_density * (1 + std::abs(slow.log_density())));
  }
  EXPECT_LT(cached.refresh(), tol::cached_sum);
}

TEST_P(EveryModel, RejectedCandidatesLeaveTheStateBitIdentical) {
  const Model& model = *GetParam().model;
  const Plan plan(model);
  Rng rng(2, 0);
  State state = make_state(model);
  draw_valid_start(model, state, rng);
  Conditional conditional(model, plan, state);
  const State before = state;
  for (Coordinate c : model.coordinates()) {
    conditional.focus(c);
    for (int trial = 0; trial < 3; ++trial) conditional.delta(candidate_for(conditional, rng));
    ASSERT_TRUE(state == before) << model.coordinate_name(c);
  }
}

TEST_P(EveryModel, TheWorkSpaceIsCleanAfterRejection) {
  const Model& model = *GetParam().model;
  const Plan plan(model);
  Rng rng(3, 0);
  State state = make_state(model);
  draw_valid_start(model, state, rng);
  Conditional used(model, plan, state);
  State copy = state;
  Conditional fresh(model, plan, copy);
  for (Coordinate c : model.coordinates()) {
    used.focus(c);
    used.delta(candidate_for(used, rng));
  }
  for (Coordinate c : model.coordinates()) {
    used.focus(c);
    fresh.focus(c);
    const double x = candidate_for(used, rng);
    ASSERT_EQ(used.delta(x), fresh.delta(x)) << model.coordinate_name(c);
  }
}

INSTANTIATE_TEST_SUITE_P(Zoo, EveryModel, testing::ValuesIn(test::zoo()), [](const auto& p) {
  std::string name = p.param.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
});

TEST(Conditional, OneEvaluationReadsTheStoredEntriesOfItsColumnAndOnePriorRow) {
  Rng rng(4, 0);
  const std::size_t n = 300;
  const SparseMatrix x = test::sparse(n, 50, 0.05, rng);
  std::vector<std::size_t> entries;
  for (std::size_t j = 0; j < x.cols; ++j) entries.push_back(x.col_rows(j).size());
  const auto model = test::logistic(x, test::coin_flips(n, rng));
  const Plan plan(*model);
  State state = make_state(*model);
  draw_valid_start(*model, state, rng);
  Conditional conditional(*model, plan, state);
  for (Coordinate c : model->coordinates()) {
    conditional.focus(c);
    conditional.delta(conditional.current() + 0.1);  // includes the base line of the column's rows
    const auto before = conditional.work().rows;
    conditional.delta(conditional.current() + 0.2);
    EXPECT_EQ(conditional.work().rows - before, entries[c.k] + 1);
    EXPECT_EQ(plan.rows_per_evaluation(c), entries[c.k] + 1);
  }
}

TEST(Conditional, WorkOfASweepGrowsAsDWhenFusedAndAsDSquaredWhenNaive) {
  const std::size_t n = 10;
  for (std::size_t d = 2; d <= 4096; d *= 2) {
    Rng rng(5, 0);
    const auto model = test::logistic(test::dense(n, d, rng), test::coin_flips(n, rng));
    const Plan plan(*model);
    State state = make_state(*model);
    draw_start(*model, state, rng, 0.1);
    const auto work_of_a_sweep = [&](bool naive) {
      State copy = state;
      Conditional conditional(*model, plan, copy, naive);
      // The naive sweep is linear in its coordinates by definition of evaluation: a few stand for all.
      const std::size_t visited = naive ? std::min<std::size_t>(d, 8) : d;
      for (std::uint32_t k = 0; k < visited; ++k) {
        conditional.focus({model->parameters()[0], k});
        conditional.delta(0.05);
        conditional.delta(0.06);
      }
      return static_cast<double>(conditional.work().rows) * static_cast<double>(d) /
             static_cast<double>(visited);
    };
    // Two evaluations of n rows and a prior row each.
    EXPECT_EQ(work_of_a_sweep(false), static_cast<double>(d) * 2 * (n + 1));
    // Three (base line included) of n*d entries, n likelihood rows and d prior rows each.
    EXPECT_EQ(work_of_a_sweep(true), static_cast<double>(d) * 3 * static_cast<double>(n * d + n + d));
  }
}

TEST(Conditional, AHyperparameterOverManyIidNormalsCostsOneRowPerEvaluation) {
  ModelBuilder b;
  const Var mu = b.real("mu");
  const Var tau = b.positive("tau");
  const Var u = b.real("u", 100000);
  b.factor("normal", {mu, 0, 10});
  b.factor("half_cauchy", {tau, 5});
  b.factor("normal", {u, mu, tau});
  const auto model = b.build();
  const Plan plan(*model);
  Rng rng(6, 0);
  State state = make_state(*model);
  draw_valid_start(*model, state, rng);
  Conditional conditional(*model, plan, state);
  for (NodeId p : {model->parameters()[0], model->parameters()[1]}) {
    conditional.focus({p, 0});
    conditional.delta(0.9);
    EXPECT_EQ(conditional.work().rows, 2u);  // its own prior and the statistics
    conditional.work() = {};
  }
  // The statistics follow the moves of u exactly.
  State exact = state;
  for (std::uint32_t k = 0; k < 1000; ++k) {
    conditional.focus({model->parameters()[2], k});
    conditional.commit(1e6 * rng.normal());
    conditional.focus({model->parameters()[2], k});
    conditional.commit(exact.values[model->offset(model->parameters()[2]) + k]);
  }
  for (std::size_t i = 0; i < state.stats.size(); ++i)
    EXPECT_NEAR(state.stats[i].value(), exact.stats[i].value(),
                1e-9 * (1 + std::abs(exact.stats[i].value())));
}

TEST(Conditional, AMillionRandomMovesKeepTheCachedLogDensityWithinTolerance) {
  Rng rng(7, 0);
  const auto model = test::logistic(test::dense(30, 10, rng), test::coin_flips(30, rng));
  const Plan plan(*model);
  State state = make_state(*model);
  draw_valid_start(*model, state, rng);
  Conditional conditional(*model, plan, state);
  for (int move = 0; move < 1000000; ++move) {
    conditional.focus({model->parameters()[0], static_cast<std::uint32_t>(rng.below(10))});
    conditional.commit(3 * rng.normal());
  }
  std::vector<double> values = state.values;
  Work work;
  const double exact = naive_log_density(*model, values.data(), work);
  EXPECT_NEAR(state.log_density(), exact, tol::log_density * (1 + std::abs(exact)));
  EXPECT_LT(conditional.refresh(), tol::cached_sum);
}

/// Scales of groups in two places: as an argument (fused), and in an expression that is read twice (not fused).
std::shared_ptr<const Model> group_scales() {
  ModelBuilder b;
  const Var sigma = b.positive("sigma", 2);
  const Var tau = b.positive("tau", 2);
  b.factor("half_cauchy", {sigma, 1});
  b.factor("half_cauchy", {tau, 1});
  b.factor("normal", {std::vector<double>{0, 1e-13, 0}, 0, gather(sigma, {0, 1, 1})});
  const Var s = gather(tau, {0, 1, 1});
  b.increment(-log(s) - 0.5 * square(std::vector<double>{0, 1e-13, 0} / s));
  return b.build();
}

TEST(Conditional, AGatheredScaleDoesNotKeepTheRoundingErrorsOfItsOldValue) {
  const auto model = group_scales();
  const Plan plan(*model);
  State fast = make_state(*model);
  for (Coordinate c : model->coordinates()) fast.values[model->offset(c.parameter) + c.k] = 1000;
  recompute(*model, fast);
  State slow = fast;
  Conditional cached(*model, plan, fast);
  Conditional naive(*model, plan, slow, true);
  for (Coordinate c : model->coordinates())
    for (const double x : {1e-20, 1.1e-13}) {
      cached.focus(c);
      naive.focus(c);
      const double exact = naive.delta(x);
      EXPECT_NEAR(cached.delta(x), exact, 1e-12 * (1 + std::abs(exact))) << model->coordinate_name(c);
      if (x == 1e-20) continue;
      cached.commit(x);
      naive.commit(x);
      for (std::size_t i = 0; i < fast.values.size(); ++i)
        EXPECT_NEAR(fast.values[i], slow.values[i], 1e-12 * std::abs(slow.values[i]));
    }
}

TEST(Conditional, ASumOfAFewParametersDoesNotKeepTheRoundingErrorsOfALargeOne) {
  ModelBuilder b;  // the scale of a regularized horseshoe: c2 + free2 spans many orders of magnitude
  const Var c2 = b.positive("c2");
  const Var tau = b.positive("tau", 2);
  const Var x = b.real("x", 2);
  b.factor("half_cauchy", {c2, 1});
  b.factor("half_cauchy", {tau, 1});
  const Var free2 = square(tau);
  b.factor("normal", {x, 0, sqrt(c2 * free2 / (c2 + free2))});
  const auto model = b.build();
  const Plan plan(*model);
  State state = make_state(*model);
  for (Coordinate c : model->coordinates()) state.values[model->offset(c.parameter) + c.k] = 1;
  recompute(*model, state);
  Conditional conditional(*model, plan, state);
  for (const double value : {1e20, 1e15, 1e8, 3.0}) {
    conditional.focus({model->parameters()[1], 0});
    conditional.commit(value);
    State exact = state;
    recompute(*model, exact);
    EXPECT_NEAR(state.log_density(), exact.log_density(), tol::log_density) << value;
  }
}

TEST(Conditional, AStatisticDoesNotKeepTheRoundingErrorsOfATermThatHasGone) {
  // (b / lambda)^2 falls from 1e42 to 1: more digits than a double-double has.
  ModelBuilder b;
  const Var tau = b.positive("tau");
  const Var lambda = b.positive("lambda", 3);
  const Var beta = b.real("b", 3);
  b.factor("half_cauchy", {tau, 1});
  b.factor("half_cauchy", {lambda, 1});
  b.factor("normal", {beta, 0, lambda * tau});
  const auto model = b.build();
  const Plan plan(*model);
  State state = make_state(*model);
  std::copy_n(std::vector<double>{1e21, 1e-21, 1, 1, 1, 1, 1}.begin(), 7, state.values.begin());
  recompute(*model, state);
  Conditional c(*model, plan, state, false);
  c.focus({model->parameters()[1], 0});
  c.commit(2.0);
  State exact = state;
  recompute(*model, exact);
  for (std::size_t s = 0; s < exact.stats.size(); ++s)
    EXPECT_NEAR(state.stats[s].value(), exact.stats[s].value(), 1e-12) << s;
  EXPECT_NEAR(state.log_density(), exact.log_density(), 1e-12);
}

// Maps of fused passes are computed in place; exp(8) is beyond what its kernel takes for an exponent.
TEST(Conditional, ExponentialsOfLargePredictorsAgreeWithTheNaiveEvaluator) {
  const std::vector<double> x{-1, -0.5, 0, 0.5, 1, 1.5}, y{1100, 1800, 3000, 4900, 8100, 13000};
  for (const bool precisely : {true, false}) {
    ModelBuilder b;
    const Var a = b.real("a"), slope = b.real("slope"), mean = exp(a + slope * b.data(x));
    b.factor("normal", {a, 0, 10});
    b.factor("normal", {slope, 0, 10});
    if (precisely)
      b.factor("normal", {y, mean, 100});
    else
      b.factor("gamma", {y, 4, 4 / mean});
    const auto model = b.build();
    const Plan plan(*model);
    State fast = make_state(*model);
    fast.values[model->offset(model->parameters()[0])] = 8;
    fast.values[model->offset(model->parameters()[1])] = 1;
    recompute(*model, fast);
    State slow = fast;
    Conditional cached(*model, plan, fast), naive(*model, plan, slow, true);
    for (const Coordinate c : model->coordinates()) {
      cached.focus(c);
      naive.focus(c);
      for (const double step : {-20.0, -1.0, -0.01, 0.01, 0.3, 2.0}) {
        const double x_here = cached.current() + step, change = naive.delta(x_here);
        EXPECT_NEAR(cached.delta(x_here), change,
                    1e-9 * (1 + std::abs(change) + std::abs(slow.log_density())));
      }
    }
  }
}

TEST(Conditional, NotANumberIsAnErrorThatNamesTheCoordinate) {
  ModelBuilder b;
  const Var x = b.real("x");
  b.increment(log(x));  // log of a negative number
  const auto model = b.build();
  const Plan plan(*model);
  State state = make_state(*model);
  state.values[0] = 1;
  recompute(*model, state);
  Conditional conditional(*model, plan, state);
  conditional.focus({model->parameters()[0], 0});
  try {
    conditional.delta(-1);
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("not a number when x = -1"), std::string::npos) << e.what();
  }
  EXPECT_EQ(conditional.delta(0), -inf);  // log 0: density zero
}

}  // namespace
}  // namespace cggibbs
