// Kernels by name, and a model whose parameters are moved by three of them.
#include "samplers/choose/factory.hpp"

#include <gtest/gtest.h>

#include <cggibbs/error.hpp>
#include <cmath>

#include "base/test_error.hpp"
#include "graph/start.hpp"
#include "graph/test_models.hpp"
#include "samplers/gibbs.hpp"

namespace cggibbs {
namespace {

using test::error_of;

/// y = x (z * slab) + noise: indicators z, slab coefficients, a scale, a share.
std::shared_ptr<const Model> spike_and_slab() {
  Rng rng(12, 0);
  const std::size_t n = 60, d = 5;
  const DenseMatrix x = test::dense(n, d, rng);
  std::vector<double> y(n);
  for (std::size_t i = 0; i < n; ++i) y[i] = 0.8 * x.values[i] - 0.3 * x.values[n + i] + rng.normal();
  ModelBuilder b;
  const Var pi = b.unit("pi"), z = b.integer("z", d, 0, 1), slab = b.real("slab", d),
            sigma = b.positive("sigma");
  b.factor("beta", {pi, 1, 1});
  b.factor("bernoulli", {z, pi});
  b.factor("normal", {slab, 0, 1});
  b.factor("half_cauchy", {sigma, 1});
  b.factor("normal", {y, linear(x, z * slab), sigma});
  b.monitor("effect", z * slab);
  return b.build();
}

std::vector<double> posterior_means(const Model& model, const GibbsSettings& settings, int draws) {
  const Plan plan(model);
  Rng rng(3, 1);
  State state = make_state(model);
  draw_valid_start(model, state, rng);
  const std::size_t warmup = 500;
  WarmingGibbs warming(model, plan, state, settings, make_blocks(model, settings, warmup));
  for (std::size_t t = 0; t < warmup; ++t) warming.sweep(rng);
  TunedGibbs tuned = std::move(warming).freeze();
  std::vector<double> x(model.n_outputs()), mean(x.size());
  for (int t = 0; t < draws; ++t) {
    tuned.sweep(rng);
    record(model, state, x);
    for (std::size_t k = 0; k < x.size(); ++k) mean[k] += x[k] / draws;
  }
  return mean;
}

TEST(Factory, SpikeAndSlabWithNutsOnTheSlabAgreesWithSlice) {
  const auto model = spike_and_slab();
  GibbsSettings mixed;
  mixed.assigned = parse_assigned("slab=nuts,z=exact,sigma=slice,pi=random_walk");
  const auto blocks = make_blocks(*model, mixed, 500);
  ASSERT_EQ(blocks.size(), 1U);
  EXPECT_EQ(blocks[0]->name(), "nuts");
  EXPECT_EQ(blocks[0]->parameters().size(), 1U);
  const auto a = posterior_means(*model, mixed, 10000);
  const auto b = posterior_means(*model, {}, 10000);
  const auto names = model->output_names();
  // Standard deviations are at most 1 and effective sample sizes at least 2000.
  for (std::size_t k = 0; k < names.size(); ++k) EXPECT_NEAR(a[k], b[k], 0.06) << names[k];
}

TEST(Factory, NutsForAllLeavesIntegersToTheExactKernel) {
  const auto model = spike_and_slab();
  GibbsSettings s;
  s.sampler = "nuts";
  std::vector<std::string_view> names;
  for (const Sampler* row : assign_samplers(*model, s)) names.push_back(row->name);
  EXPECT_EQ(names, (std::vector<std::string_view>{"nuts", "exact", "nuts", "nuts"}));
}

TEST(Factory, SaysWhatIsWrongWithAChoice) {
  const auto model = spike_and_slab();
  const auto with = [&](const std::string& text) {
    return error_of([&] {
      GibbsSettings s;
      s.assigned = parse_assigned(text);
      assign_samplers(*model, s);
    });
  };
  EXPECT_NE(with("slap=nuts").find("slab"), std::string::npos);
  EXPECT_NE(with("z=nuts").find("z=exact"), std::string::npos);
  EXPECT_NE(with("sigma=exact").find("continuous"), std::string::npos);
  EXPECT_NE(with("slab=nutz").find("nuts"), std::string::npos);
  EXPECT_NE(with("slab").find("NAME=KERNEL"), std::string::npos);
  EXPECT_EQ(with("slab=hmc,sigma=random_walk"), "(no error)");
}

TEST(Factory, SaysWhyThereIsNoBlockExactlyWhereThereIsNone) {
  std::size_t with = 0, without = 0;
  for (const auto& [name, model] : test::zoo())
    for (const Sampler* row : samplers()) {
      if (!row->unsuited) continue;
      GibbsSettings s;
      s.sampler = row->name;
      const bool none = make_blocks(*model, s, 10).empty();
      EXPECT_EQ(!why_slice_instead(*model, s).empty(), none) << name << " " << row->name;
      ++(none ? without : with);
      EXPECT_EQ(why_slice_instead(*model, {}), "");
    }
  EXPECT_GE(with, 4U);
  EXPECT_GE(without, 4U);
}

TEST(Factory, SaysThatNothingIsLeftForNewton) {
  Rng rng(4, 0);
  const auto model = test::logistic(test::dense(10, 2, rng), test::coin_flips(10, rng));
  GibbsSettings s;
  s.sampler = "newton";
  EXPECT_EQ(why_slice_instead(*model, s), "");
  s.assigned = {{"beta", "random_walk"}};
  EXPECT_NE(why_slice_instead(*model, s), "");
}

}  // namespace
}  // namespace cggibbs
