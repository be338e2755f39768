// Planted bugs: the invariance test of the quick size catches each of them. (Those of a single slice step,
// like doubling without its acceptance test, are in samplers/scalar/slice_test.cpp.)
#include <gtest/gtest.h>

#include <functional>

#include "base/draw_index.hpp"
#include "graph/block_density.hpp"
#include "invariance/invariance.hpp"
#include "samplers/gibbs.hpp"
#include "samplers/hamiltonian/nuts.hpp"

namespace cggibbs::test {
namespace {

constexpr int replicates = 2000;

double p_of(const GlmCase& c, const Step& step) {
  return invariance(c, step, replicates, 2).p;
}

const FamilyLink gaussian{Family::gaussian, Link::identity};
const FamilyLink logistic{Family::bernoulli, Link::logit};
const Prior normal = coefficient_priors()[0];
const Prior horseshoe = coefficient_priors()[4];
const Prior spike_slab = coefficient_priors()[6];

double log_prior(const Model& model, const State& state) {
  return state.log_density() - state.factor_sum[likelihood_of(model)].value();
}

/// A sweep that recomputes everything from the parameters, with parts that can be got wrong.
struct PlainSweep {
  std::function<double(const Model&, const State&)> log_density = [](const Model&, const State& s) {
    return s.log_density();
  };
  std::function<double(Rng&)> depth = [](Rng& rng) { return rng.exponential(); };  ///< of the slice
  bool jacobian = true;
  double log_odds = 0;  ///< added to those of an indicator

  void operator()(const Model& model, State& state, Rng& rng) const {
    for (Coordinate c : model.coordinates()) {
      const SupportKind support = model.node(c.parameter).as<ParameterNode>()->support;
      const std::size_t at = model.offset(c.parameter) + c.k;
      State trial = state;
      const double now = log_density(model, state);
      const auto log_target = [&](double x) {
        if (support == SupportKind::bounded && !(x > 0 && x < 1)) return -inf;
        trial.values[at] = x;
        recompute(model, trial);
        const double p = log_density(model, trial) - now;
        return p < inf ? p : -inf;
      };
      if (support == SupportKind::integer) {
        const double odds[2] = {log_target(0), log_target(1) + log_odds};
        state.values[at] = static_cast<double>(draw_index(odds, rng));
      } else if (support == SupportKind::positive) {
        const double start = std::log(state.values[at]);
        const auto on_log_scale = [&](double v) {
          const double x = std::exp(v);
          return x > 0 && x < inf ? log_target(x) + (jacobian ? v - start : 0) : -inf;
        };
        state.values[at] = std::exp(slice(start, on_log_scale, rng));
      } else {
        state.values[at] = slice(state.values[at], log_target, rng);
      }
      recompute(model, state);
    }
  }

 private:
  template <class F>
  double slice(double x, const F& f, Rng& rng) const {
    const double level = -depth(rng);
    detail::Interval i = detail::step_out(x, level, f, 1.0, 4096, rng);
    for (;;) {
      const double candidate = i.left + rng.uniform() * (i.right - i.left);
      if (f(candidate) > level) return candidate;
      if (!(i.right - i.left > 1e-12 * (1 + std::abs(x)))) return x;
      (candidate < x ? i.left : i.right) = candidate;
    }
  }
};

/// Our sweep, with something spoilt in the state after every update that moved a coordinate.
Step spoilt(const std::function<void(const Model&, State& now, const State& before)>& spoil) {
  return [=](const Model& model, State& state, Rng& rng) {
    const Plan plan(model);
    GibbsCore core(model, plan, state, {.slice = {}});
    for (std::size_t k = 0; k < model.n_coordinates(); ++k) {
      const State before = state;
      core.update<false>(k, rng);
      spoil(model, state, before);
      core.conditional().sync();
    }
  };
}

TEST(Mutants, WithoutABugThePlainAndTheSpoilableSweepPass) {
  for (const Prior& prior : {normal, horseshoe, spike_slab}) {
    EXPECT_GT(p_of(glm_case(gaussian, prior), PlainSweep{}), smallest_p);
    EXPECT_GT(p_of(glm_case(gaussian, prior), spoilt([](const Model&, State&, const State&) {})), smallest_p);
  }
}

TEST(Mutants, AMissingLikelihoodIsCaught) {
  EXPECT_LT(p_of(glm_case(logistic, normal), PlainSweep{.log_density = log_prior}), smallest_p);
}

TEST(Mutants, AMissingPriorIsCaught) {
  const auto without_first_prior = [](const Model&, const State& s) {
    return s.log_density() - s.factor_sum[0].value();
  };
  EXPECT_LT(p_of(glm_case(logistic, normal), PlainSweep{.log_density = without_first_prior}), smallest_p);
}

TEST(Mutants, WrongWeightsAreCaught) {
  const auto doubled = [](const Model& model, const State& s) {
    const Factor& f = model.factors()[likelihood_of(model)];
    ArgView a[max_arguments];
    factor_views(model, s.values.data(), f, a);
    return s.log_density() + f.distribution->sum(3, a, nullptr);  // three of twelve rows count twice
  };
  EXPECT_LT(p_of(glm_case(gaussian, normal), PlainSweep{.log_density = doubled}), smallest_p);
}

TEST(Mutants, AWrongLinkIsCaught) {
  const auto other_link = [](const Model& model, const State& s) {
    const Factor& f = model.factors()[likelihood_of(model)];
    ArgView a[max_arguments];
    factor_views(model, s.values.data(), f, a);
    return log_prior(model, s) + find_distribution("bernoulli_logit")->sum(f.size, a, nullptr);
  };
  EXPECT_LT(p_of(glm_case({Family::bernoulli, Link::cloglog}, normal), PlainSweep{.log_density = other_link}),
            smallest_p);
}

TEST(Mutants, AForgottenJacobianOfTheLogScaleIsCaught) {
  EXPECT_LT(p_of(glm_case(gaussian, normal), PlainSweep{.jacobian = false}), smallest_p);
}

/// NUTS on all parameters with coarse steps; without the Jacobian of the positive ones when told so.
Step nuts_step(bool jacobian) {
  return [=](const Model& model, State& state, Rng& rng) {
    BlockDensity density(model, model.parameters());
    const auto names = density.names();
    Work work;
    const LogDensityGradient f = [&](const double* q, double* g) {
      double value = density.log_conditional(q, g, work);
      for (std::size_t k = 0; k < names.size(); ++k)
        if (!jacobian && names[k].starts_with("log(")) {
          value -= q[k];
          g[k] -= 1;
        }
      return value;
    };
    std::vector<double> q(density.dimension());
    density.read(state, q.data());
    const auto metric = make_metric(MetricKind::unit, q.size());
    Nuts(q.size(), 5).move(f, *metric, 0.3, q.data(), rng);
    density.write(q.data(), state);
  };
}

TEST(Mutants, NutsOnAHorseshoePassesAndWithoutItsJacobianIsCaught) {
  for (const FamilyLink& fl : {gaussian, logistic}) {
    EXPECT_GT(p_of(glm_case(fl, horseshoe), nuts_step(true)), smallest_p);
    EXPECT_LT(p_of(glm_case(fl, horseshoe), nuts_step(false)), smallest_p);
  }
}

TEST(Mutants, ADroppedNormalizingConstantIsCaught) {
  const auto unnormalized = [](const Model& model, const State& s) {
    const Factor& f = model.factors()[likelihood_of(model)];
    const double sigma = *value(model, s.values.data(), f.args[2]);
    return s.log_density() + static_cast<double>(f.size) * std::log(sigma);
  };
  EXPECT_LT(p_of(glm_case(gaussian, normal), PlainSweep{.log_density = unnormalized}), smallest_p);
}

TEST(Mutants, AnIndicatorWithWrongOddsIsCaught) {
  EXPECT_LT(p_of(glm_case(gaussian, spike_slab), PlainSweep{.log_odds = 0.5}), smallest_p);
}

TEST(Mutants, ASliceLevelWithoutTheLogarithmIsCaught) {
  const auto uniform = [](Rng& rng) { return rng.uniform(); };
  EXPECT_LT(p_of(glm_case(logistic, normal), PlainSweep{.depth = uniform}), smallest_p);
}

TEST(Mutants, ALinearPredictorThatIsNotUpdatedIsCaught) {
  const auto stale = [](const Model& model, State& now, const State& before) {
    State kept = before;
    for (Coordinate c : model.coordinates()) {
      const std::size_t at = model.offset(c.parameter) + c.k;
      kept.values[at] = now.values[at];
    }
    now = kept;
  };
  EXPECT_LT(p_of(glm_case(gaussian, normal), spoilt(stale)), smallest_p);
}

/// Slices on the likelihood's changes along columns of few values, one row's value mistaken for another when told so.
Step few_valued_step(bool mistaken) {
  return [=](const Model& model, State& state, Rng& rng) {
    const std::size_t f = likelihood_of(model);
    const Factor& factor = model.factors()[f];
    const NodeId eta = factor.args[1];
    const auto& linear = *model.node(eta).as<LinearNode>();
    std::vector<double> odds(factor.size);
    for (const LinearTerm& term : linear.terms)
      for (std::size_t j = 0; j < term.columns->cols(); ++j) {
        const ColumnView column = term.columns->col(j);
        ASSERT_GT(column.few.count, 0u);
        std::vector<double> ones(column.count, 1.0);
        std::vector<std::uint8_t> code(column.count, 0);
        if (column.few.code) code.assign(column.few.code, column.few.code + column.count);
        if (mistaken)
          for (std::size_t i = 0; i < code.size(); i += 3)
            code[i] = static_cast<std::uint8_t>((code[i] + 1U) % column.few.count);
        kernels::FewValues few = column.few;
        if (few.code) few.code = code.data();
        ArgView a[max_arguments];
        factor_views(model, state.values.data(), factor, a);
        const FewMoves moves = factor.distribution->watch_few(
            column.count, a, column.values ? column.values : ones.data(), few, odds.data());
        State trial = state;
        const std::size_t at = model.offset(term.source) + j;
        const double now = log_prior(model, state);
        const auto log_target = [&](double x) {
          trial.values[at] = x;
          recompute(model, trial);
          const double t = x - state.values[at];
          double change;
          if (!factor.distribution->move_few(column.count, moves, odds.data(), 1, &t, &change)) return -inf;
          return change + log_prior(model, trial) - now;
        };
        state.values[at] = slice_step(state.values[at], 0.0, log_target, 1.0, SliceRule{}, rng).x;
        recompute(model, state);
      }
  };
}

TEST(Mutants, FewValuedColumnsPassAndMistakenValuesAreCaught) {
  for (const FamilyLink& fl : {logistic, FamilyLink{Family::poisson, Link::log}}) {
    EXPECT_GT(p_of(few_valued_case(fl, normal), few_valued_step(false)), smallest_p);
    EXPECT_LT(p_of(few_valued_case(fl, normal), few_valued_step(true)), smallest_p);
  }
}

TEST(Mutants, AStaleStatisticOfTheGlobalScaleIsCaught) {
  const auto stale = [](const Model&, State& now, const State& before) { now.stats = before.stats; };
  EXPECT_LT(p_of(glm_case(gaussian, horseshoe), spoilt(stale)), smallest_p);
}

TEST(Mutants, AStaleBaseLineOfTheLikelihoodIsCaught) {
  const auto stale = [](const Model&, State& now, const State& before) {
    now.location_sum = before.location_sum;
    now.factor_sum = before.factor_sum;
  };
  EXPECT_LT(p_of(glm_case(logistic, normal), spoilt(stale)), smallest_p);
}

}  // namespace
}  // namespace cggibbs::test
