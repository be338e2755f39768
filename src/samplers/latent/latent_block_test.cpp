// The latent block: exact invariance, agreement with slice, lost digits.
#include "samplers/latent/latent_block.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/special.hpp"
#include "base/test_statistics.hpp"
#include "graph/test_models.hpp"
#include "samplers/choose/factory.hpp"
#include "samplers/linear/improper.hpp"
#include "samplers/test_agreement.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t groups = 4, n = 16;

struct Drawn {
  std::shared_ptr<const Model> model;
  State state;
};

/// Parameters from their priors, data given them: an intercept, effects by group, a crossed factor; normal or binary rows.
Drawn draw(Rng& rng, bool gaussian) {
  const double sd = std::abs(rng.normal()), sigma = std::abs(rng.normal()) + 1e-3;
  const double a = 2 * rng.normal();
  std::vector<double> u(groups), v(3), y(n);
  for (double& x : u) x = sd * rng.normal();
  for (double& x : v) x = rng.normal();
  std::vector<std::uint32_t> of(n), crossed(n);
  for (std::size_t i = 0; i < n; ++i) {
    of[i] = static_cast<std::uint32_t>(i % groups);
    crossed[i] = static_cast<std::uint32_t>((i / 2) % 3);
    const double eta = a + u[of[i]] + v[crossed[i]];
    y[i] = gaussian ? eta + sigma * rng.normal() : rng.uniform() < inv_logit(eta) ? 1 : 0;
  }
  ModelBuilder b;
  const Var scale = b.positive("sd");
  const Var deviation = b.positive("sigma");
  const Var intercept = b.real("a");
  const Var effects = b.real("u", groups);
  const Var others = b.real("v", 3);
  b.factor("half_normal", {scale, 1});
  b.factor("normal", {intercept, 0, 2});
  b.factor("normal", {effects, 0, scale});
  b.factor("normal", {others, 0, 1});
  b.factor("half_normal", {deviation, 1});
  const Var eta = intercept + gather(effects, of) + gather(others, crossed);
  if (gaussian)
    b.factor("normal", {y, eta, deviation});
  else
    b.factor("bernoulli_logit", {y, eta});
  Drawn p{b.build(), {}};
  p.state = make_state(*p.model);
  const auto set = [&](std::size_t k, const std::vector<double>& x) {
    std::copy(x.begin(), x.end(), p.state.values.data() + p.model->offset(p.model->parameters()[k]));
  };
  set(0, {sd});
  set(1, {sigma});
  set(2, {a});
  set(3, u);
  set(4, v);
  recompute(*p.model, p.state);
  return p;
}

/// The smallest p value of "the same law before and after" over parameters and their products.
double invariance_p(bool gaussian, bool jacobian) {
  Rng rng(41, gaussian);
  std::vector<std::vector<double>> before(6), after(6);
  for (int r = 0; r < 10000; ++r) {
    Drawn p = draw(rng, gaussian);
    const auto note = [&](auto& into) {
      const auto at = [&](std::size_t k) {
        return p.state.values[p.model->offset(p.model->parameters()[k])];
      };
      for (std::size_t k = 0; k < 5; ++k) into[k].push_back(at(k));
      into[5].push_back(at(0) * at(3) + at(2));
    };
    note(before);
    LatentBlock block(*p.model, find_latent_parts(*p.model, p.model->parameters()).at(0), jacobian);
    for (int k = 0; k < 2; ++k) block.update(p.state, rng, false);
    note(after);
  }
  double smallest = 1;
  for (std::size_t k = 0; k < 6; ++k) smallest = std::min(smallest, test::ks_two_sample(before[k], after[k]));
  return smallest;
}

TEST(LatentBlock, LeavesTheJointLawInvariantAndAMissingJacobianIsCaught) {
  for (const bool gaussian : {false, true}) {
    EXPECT_GT(invariance_p(gaussian, true), 1e-4) << gaussian;
    EXPECT_LT(invariance_p(gaussian, false), 1e-6) << gaussian;
  }
}

TEST(LatentBlock, AgreesWithSlice) {
  for (const bool gaussian : {false, true}) {
    Rng rng(42, gaussian);
    const Drawn p = draw(rng, gaussian);
    GibbsSettings settings;
    settings.sampler = "latent";
    test::expect_agreement(*p.model, settings, make_blocks(*p.model, settings, 500), 20000);
  }
}

TEST(LatentBlock, LeavesEveryCachedValueExact) {
  Rng rng(43, 0);
  for (const bool gaussian : {false, true}) {
    Drawn p = draw(rng, gaussian);
    LatentBlock block(*p.model, find_latent_parts(*p.model, p.model->parameters()).at(0));
    for (int k = 0; k < 30; ++k) block.update(p.state, rng, k < 20);
    State exact = p.state;
    recompute(*p.model, exact);
    EXPECT_EQ(exact, p.state);
  }
}

/// One scale for effects and residuals, and residuals of a computed scale that the rows share or have each their own.
std::shared_ptr<const Model> shared_scale(int kind, Rng& rng) {
  ModelBuilder b;
  const Var tau = b.positive("tau");
  const Var a = b.real("a");
  const Var u = b.real("u", groups);
  b.factor("half_normal", {tau, 1});
  b.factor("normal", {a, 0, 2});
  b.factor("normal", {u, 0, tau});
  std::vector<double> y(n), each(n);
  std::vector<std::uint32_t> of(n);
  for (std::size_t i = 0; i < n; ++i) {
    of[i] = static_cast<std::uint32_t>(i % groups);
    y[i] = 1 + 0.5 * rng.normal();
    each[i] = 0.5 + rng.uniform();
  }
  const Var eta = kind == 3 ? a + gather(u, of) + tau : a + gather(u, of);
  const Var sigma = kind == 0 ? tau : kind == 1 ? 2 * tau + 0.1 : kind == 2 ? tau * b.data(each) : tau;
  b.factor("normal",
           {kind == 4 ? 4 * tau * b.data(y) : b.data(y), eta, kind >= 3 ? Var(b.data({0.7})) : sigma});
  return b.build();
}

TEST(LatentBlock, AgreesWithSliceOnCorrelatedEffects) {
  Rng rng(46, 0);
  const auto model = test::correlated_effects(40, 5, rng);
  GibbsSettings settings;
  settings.sampler = "latent";
  test::expect_agreement(*model, settings, make_blocks(*model, settings, 500), 20000);
}

// The likelihood or the predictor reads a scale of the effects: directly, computed, by row, as a term, in what it predicts.
TEST(LatentBlock, AgreesWithSliceWhereTheRowsReadAScaleToo) {
  for (const int kind : {0, 1, 2, 3, 4}) {
    SCOPED_TRACE(kind);
    Rng rng(45, static_cast<std::uint64_t>(kind));
    const auto model = shared_scale(kind, rng);
    GibbsSettings settings;
    settings.sampler = "latent";
    test::expect_agreement(*model, settings, make_blocks(*model, settings, 500), 20000);
  }
}

/// Quantiles of the intercept where rows hardly differ from their group's mean.
std::pair<double, double> middle_of_intercept(double noise) {
  constexpr std::size_t levels = 8, each = 4;
  Rng rng(47, 0);
  std::vector<double> y;
  std::vector<std::uint32_t> of;
  for (std::size_t g = 0; g < levels; ++g) {
    const double u = 0.7 * rng.normal();
    for (std::size_t i = 0; i < each; ++i) {
      of.push_back(static_cast<std::uint32_t>(g));
      y.push_back(u + noise * rng.normal());
    }
  }
  ModelBuilder b;
  const Var tau = b.positive("tau"), sigma = b.positive("sigma"), a = b.real("a"), u = b.real("u", levels);
  b.start(tau, {0.7});
  b.start(sigma, {noise});
  b.factor("half_normal", {tau, 1});
  b.factor("half_normal", {sigma, 1});
  b.factor("normal", {a, 0, 2});
  b.factor("normal", {u, 0, tau});
  b.factor("normal", {std::move(y), a + gather(u, of), sigma});
  const auto model = b.build();
  State state = make_state(*model);
  draw_valid_start(*model, state, rng);
  LatentBlock block(*model, find_latent_parts(*model, model->parameters()).at(0));
  for (int k = 0; k < 500; ++k) block.update(state, rng, true);
  block.freeze();
  std::vector<double> draws;
  for (int k = 0; k < 20000; ++k) {
    block.update(state, rng, false);
    draws.push_back(state.values[model->offset(model->parameters()[2])]);
  }
  std::sort(draws.begin(), draws.end());
  return {draws[1000], draws[19000]};
}

// With noise of 3e-8 nothing is left of the border when the groups are eliminated: sums then had a false region of huge scales,
// and an intercept with twice its standard deviation.
TEST(LatentBlock, IsExactWhereTheFactorLosesItsDigits) {
  const auto [low, high] = middle_of_intercept(1e-2);
  const auto [tiny_low, tiny_high] = middle_of_intercept(std::pow(10, -7.5));
  const double error = 0.05 * (high - low);
  EXPECT_NEAR(tiny_low, low, error);
  EXPECT_NEAR(tiny_high, high, error);
}

// Other kernels may bring scales there when warmup is over: what is left of the factor is no law to draw from.
TEST(LatentBlock, StandsStillWhereTheFactorHasLostItsDigitsAfterWarmup) {
  Rng rng(48, 0);
  Drawn p = draw(rng, true);
  LatentBlock block(*p.model, find_latent_parts(*p.model, p.model->parameters()).at(0));
  for (int k = 0; k < 100; ++k) block.update(p.state, rng, true);
  block.freeze();
  const State moving = p.state;
  block.update(p.state, rng, false);
  EXPECT_NE(moving, p.state);
  p.state.values[p.model->offset(p.model->parameters()[1])] = 1e-7;  // sigma
  recompute(*p.model, p.state);
  const State still = p.state;
  block.update(p.state, rng, false);
  EXPECT_EQ(still, p.state);
}

// Twins under a prior so wide that nothing of it is left beside the likelihood.
TEST(LatentBlock, SaysSoWhereThereIsNoFactorInAllOfWarmup) {
  ModelBuilder b;
  const Var beta = b.real("beta", 2);
  b.factor("normal", {beta, 0, 1e12});
  std::vector<double> y(n, 0.0);
  for (std::size_t i = 0; i < n; i += 2) y[i] = 1;
  b.factor("bernoulli_logit", {y, linear(DenseMatrix{n, 2, std::vector<double>(2 * n, 1.0)}, beta)});
  const auto model = b.build();
  Rng rng(49, 0);
  State state = make_state(*model);
  recompute(*model, state);
  LatentBlock block(*model, find_latent_parts(*model, model->parameters()).at(0));
  const auto warm_up = [&] {
    for (int k = 0; k < 200; ++k) block.update(state, rng, true);
  };
  EXPECT_THROW(warm_up(), UnsuitedSampler);
}

// Given its scales a normal model is drawn from exactly, and scales from their marginal law: draws are next to independent.
/// The intercept is a coefficient: each draw is on the other side of the mean, 0.3 times as far on average.
TEST(LatentBlock, DrawsOfANormalModelFallOnTheOtherSideOfTheMean) {
  Rng rng(44, 1);
  Drawn p = draw(rng, true);
  LatentBlock block(*p.model, find_latent_parts(*p.model, p.model->parameters()).at(0));
  for (int k = 0; k < 300; ++k) block.update(p.state, rng, true);
  block.freeze();
  const std::size_t at = p.model->offset(p.model->parameters()[2]);
  double last = 0, product = 0, square_sum = 0, mean = 0;
  std::vector<double> draws;
  for (int k = 0; k < 4000; ++k) {
    block.update(p.state, rng, false);
    draws.push_back(p.state.values[at]);
  }
  for (double d : draws) mean += d / 4000;
  for (double d : draws) {
    product += last * (d - mean);
    last = d - mean;
    square_sum += last * last;
  }
  EXPECT_NEAR(product / square_sum, -0.3, 0.1);
}

/// One coefficient, known scales: a normal law of known width. Draws that are too wide by what they keep of the last one (1.05 times)
/// pass every other test here.
TEST(LatentBlock, DrawsOfANormalModelHaveItsVariance) {
  Rng rng(45, 0);
  ModelBuilder b;
  const Var beta = b.real("beta");
  b.factor("normal", {beta, 0, 2});
  std::vector<double> x(n), y(n);
  double precision = 0.25, pull = 0;
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = rng.normal();
    y[i] = x[i] + rng.normal();
    precision += square(x[i]);
    pull += x[i] * y[i];
  }
  b.factor("normal", {y, b.data(x) * beta, 1});
  const auto model = b.build();
  LatentBlock block(*model, find_latent_parts(*model, model->parameters()).at(0));
  State state = make_state(*model);
  constexpr int draws = 40000;
  double squares = 0;
  for (int k = 0; k < draws; ++k) {
    block.update(state, rng, false);
    squares += square(state.values[model->offset(model->parameters()[0])] - pull / precision) * precision;
  }
  // The variance of squares of a standard normal is 2; 0.83 of the draws count.
  EXPECT_NEAR(squares / draws, 1, 4 * std::sqrt(2 / (0.83 * draws)));
}

}  // namespace
}  // namespace cggibbs
