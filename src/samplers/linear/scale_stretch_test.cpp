// Scales that stretch their effects: exact invariance.
#include "samplers/linear/scale_stretch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/test_statistics.hpp"
#include "graph/test_models.hpp"
#include "samplers/choose/factory.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t groups = 4, n = 12;

struct Problem {
  std::shared_ptr<const Model> model;
  State state;
};

/// Scale and effects from their priors, data given them; `regularized`: the sd passes through a map of two scales.
Problem draw(Rng& rng, bool regularized) {
  const double sd = std::abs(rng.normal());
  const double c = std::sqrt(2 / rng.gamma(2.0));
  const double used = regularized ? c * sd / std::sqrt(c * c + sd * sd) : sd;
  std::vector<double> u(groups), y(n);
  for (double& x : u) x = 0.5 + used * rng.normal();
  std::vector<std::uint32_t> of(n);
  for (std::size_t i = 0; i < n; ++i) {
    of[i] = static_cast<std::uint32_t>(i % groups);
    y[i] = rng.uniform() < inv_logit(u[of[i]]) ? 1 : 0;
  }
  ModelBuilder b;
  const Var scale = b.positive("sd");
  const Var slab = b.positive("c2");
  const Var effects = b.real("u", groups);
  b.factor("half_normal", {scale, 1});
  b.factor("inverse_gamma", {slab, 2, 2});
  const Var total = regularized ? sqrt(slab) * scale / sqrt(slab + scale * scale) : scale;
  b.factor("normal", {effects, 0.5, total});
  b.factor("bernoulli_logit", {y, gather(effects, of)});
  Problem p{b.build(), {}};
  p.state = make_state(*p.model);
  p.state.values[p.model->offset(p.model->parameters()[0])] = sd;
  p.state.values[p.model->offset(p.model->parameters()[1])] = c * c;
  for (std::size_t k = 0; k < groups; ++k)
    p.state.values[p.model->offset(p.model->parameters()[2]) + k] = u[k];
  recompute(*p.model, p.state);
  return p;
}

/// The smallest p value of "the same law before and after" over scale, slab, an effect and their product.
double invariance_p(bool regularized, bool jacobian) {
  Rng rng(31, regularized);
  std::vector<std::vector<double>> before(4), after(4);
  for (int r = 0; r < 20000; ++r) {
    Problem p = draw(rng, regularized);
    const auto note = [&](auto& into) {
      const auto at = [&](std::size_t k) {
        return p.state.values[p.model->offset(p.model->parameters()[k])];
      };
      into[0].push_back(at(0));
      into[1].push_back(at(1));
      into[2].push_back(at(2));
      into[3].push_back(at(0) * std::abs(at(2) - 0.5));
    };
    note(before);
    auto block = make_scale_stretch(*p.model, jacobian);
    for (int k = 0; k < 3; ++k) block->update(p.state, rng, false);
    note(after);
  }
  double smallest = 1;
  for (std::size_t k = 0; k < 4; ++k) smallest = std::min(smallest, test::ks_two_sample(before[k], after[k]));
  return smallest;
}

TEST(ScaleStretch, LeavesTheJointLawInvariantAndAMissingJacobianIsCaught) {
  for (const bool regularized : {false, true}) {
    EXPECT_GT(invariance_p(regularized, true), 1e-4) << regularized;
    EXPECT_LT(invariance_p(regularized, false), 1e-6) << regularized;
  }
}

/// Effects that are correlated, everything from its prior.
Problem draw_correlated(Rng& rng) {
  const double mu = rng.normal(), s = std::abs(rng.normal()), t = 0.5 * rng.gamma(1.0);
  const double first = rng.gamma(1.5), share = first / (first + rng.gamma(1.5)), r = 2 * share - 1;
  std::vector<double> u, slope(n), y(n);
  for (std::size_t l = 0; l < groups; ++l) {
    const double z = rng.normal();
    u.push_back(0.3 + s * z);
    u.push_back(-0.2 + t * (r * z + std::sqrt(1 - r * r) * rng.normal()));
  }
  std::vector<std::uint32_t> of(n);
  for (std::size_t i = 0; i < n; ++i) {
    of[i] = static_cast<std::uint32_t>(i % groups);
    slope[i] = std::cos(static_cast<double>(i));
    y[i] = rng.uniform() < inv_logit(mu + u[2UL * of[i]] + u[2UL * of[i] + 1] * slope[i]) ? 1 : 0;
  }
  Problem p{test::correlated_effects(of, groups, slope, y), {}};
  p.state = make_state(*p.model);
  const std::vector<std::vector<double>> values{{mu}, {s}, {t}, {share}, u};
  for (std::size_t k = 0; k < values.size(); ++k)
    std::copy(values[k].begin(), values[k].end(), &p.state.values[p.model->offset(p.model->parameters()[k])]);
  recompute(*p.model, p.state);
  return p;
}

double correlated_invariance_p(bool jacobian) {
  Rng rng(34, 0);
  std::vector<std::vector<double>> before(5), after(5);
  for (int r = 0; r < 5000; ++r) {
    Problem p = draw_correlated(rng);
    const auto note = [&](auto& into) {
      const auto at = [&](std::size_t k, std::size_t e = 0) {
        return p.state.values[p.model->offset(p.model->parameters()[k]) + e];
      };
      into[0].push_back(at(1));
      into[1].push_back(at(2));
      into[2].push_back(at(4, 0));
      into[3].push_back(at(4, 1));
      into[4].push_back(at(4, 2) * at(4, 3));
    };
    note(before);
    auto block = make_scale_stretch(*p.model, jacobian);
    for (int k = 0; k < 3; ++k) block->update(p.state, rng, false);
    note(after);
  }
  double smallest = 1;
  for (std::size_t k = 0; k < 5; ++k) smallest = std::min(smallest, test::ks_two_sample(before[k], after[k]));
  return smallest;
}

TEST(ScaleStretch, OfCorrelatedEffectsLeavesTheJointLawInvariantAndAMissingJacobianIsCaught) {
  EXPECT_GT(correlated_invariance_p(true), 1e-4);
  EXPECT_LT(correlated_invariance_p(false), 1e-6);
}

TEST(ScaleStretch, HoldsStandardizedEffectsOfCorrelatedOnes) {
  Rng rng(35, 0);
  Problem p = draw_correlated(rng);
  const auto standardized = [&] {
    const double* values = p.state.values.data();
    const auto at = [&](std::size_t k) { return values + p.model->offset(p.model->parameters()[k]); };
    const double s = *at(1), t = *at(2), r = 2 * *at(3) - 1;
    std::vector<double> z;
    for (std::size_t l = 0; l < groups; ++l) {
      z.push_back((at(4)[2 * l] - 0.3) / s);
      z.push_back(((at(4)[2 * l + 1] + 0.2) / t - r * z.back()) / std::sqrt(1 - r * r));
    }
    return z;
  };
  const auto before = standardized();
  auto block = make_scale_stretch(*p.model);
  for (int k = 0; k < 5; ++k) block->update(p.state, rng, false);
  const auto after = standardized();
  for (std::size_t k = 0; k < before.size(); ++k) EXPECT_NEAR(after[k], before[k], 1e-9);
  State exact = p.state;
  recompute(*p.model, exact);
  EXPECT_EQ(exact, p.state);
}

TEST(ScaleStretch, LeavesEveryCachedValueExact) {
  Rng rng(32, 0);
  Problem p = draw(rng, true);
  auto block = make_scale_stretch(*p.model);
  for (int k = 0; k < 10; ++k) block->update(p.state, rng, true);
  State exact = p.state;
  recompute(*p.model, exact);
  EXPECT_EQ(exact, p.state);
}

TEST(ScaleStretch, JoinsBlocksOfCoefficientsAndNothingElse) {
  Rng rng(33, 0);
  const Problem p = draw(rng, false);
  GibbsSettings settings;
  EXPECT_TRUE(make_blocks(*p.model, settings, 0).empty());
  settings.sampler = "gaussian_block";
  EXPECT_EQ(make_blocks(*p.model, settings, 0).back()->name(), "scale_stretch");
  settings.sampler = "newton";
  EXPECT_EQ(make_blocks(*p.model, settings, 0).back()->name(), "scale_stretch");
  EXPECT_EQ(make_scale_stretch(*test::logistic(test::dense(5, 3, rng), test::coin_flips(5, rng))), nullptr);
}

}  // namespace
}  // namespace cggibbs
