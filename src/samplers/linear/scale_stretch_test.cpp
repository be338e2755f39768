#include "samplers/linear/scale_stretch.hpp"

#include <gtest/gtest.h>

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
