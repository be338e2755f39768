// A chain as a value: put aside and taken up again, it goes on as if nothing had happened.
#include "run/chain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cggibbs/error.hpp>

#include "base/archive.hpp"
#include "graph/test_dirichlet.hpp"
#include "graph/test_models.hpp"
#include "samplers/choose/registry.hpp"

namespace cggibbs {
namespace {

std::vector<std::byte> saved(const Chain& chain) {
  Writer w;
  chain.save(w);
  return std::move(w).take();
}

/// Every draw from here on, with its log density and what its sampler tells.
std::vector<double> go_on(Chain& chain, int sweeps) {
  std::vector<double> all;
  for (int s = 0; s < sweeps; ++s) {
    const Draw* draw = chain.sweep(true);
    if (!draw) continue;
    all.insert(all.end(), draw->values.begin(), draw->values.end());
    all.insert(all.end(), {draw->log_density, draw->trajectory.step_size, draw->trajectory.acceptance});
  }
  all.push_back(static_cast<double>(chain.draws()));
  all.push_back(cost(chain.warmup_work()));
  all.push_back(cost(chain.sampling_work()));
  return all;
}

struct Case {
  std::string sampler;
  Scan scan = Scan::dugs;
};

std::vector<Case> cases() {
  std::vector<Case> all{{"slice", Scan::rpgs}, {"nuts:dense"}, {"hmc:low_rank"}};
  for (const Sampler* row : samplers())
    if (row->takes_model) all.push_back({std::string(row->name)});
  return all;
}

class EverySampler : public testing::TestWithParam<Case> {};

/// Refreshes, windows of warmup and directions that newton finds lie before and after the cuts.
TEST_P(EverySampler, GoesOnAsIfItHadNotBeenPutAside) {
  auto models = test::zoo();
  models.push_back({"Dirichlet process", test::dirichlet_process()});
  for (const auto& [name, model] : models) {
    SCOPED_TRACE(name);
    const Plan plan(*model);
    ChainSettings settings{.gibbs = {}, .seed = 3, .warmup = 160, .thin = 2};
    settings.gibbs.scan = GetParam().scan;
    set_sampler(GetParam().sampler, settings.gibbs);
    for (const int cut : {0, 5, 111, 160, 197}) {
      SCOPED_TRACE(cut);
      Chain chain(*model, plan, settings, 1, {});
      for (int s = 0; s < cut; ++s) chain.sweep(true);
      const auto bytes = saved(chain);
      Chain fresh(*model, plan, settings, 1, {});
      Reader r(bytes);
      fresh.load(r);
      EXPECT_EQ(fresh.state(), chain.state());
      EXPECT_EQ(go_on(fresh, 230 - cut), go_on(chain, 230 - cut));
      EXPECT_EQ(fresh.state(), chain.state());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Of, EverySampler, testing::ValuesIn(cases()), [](const auto& instance) {
  std::string name = instance.param.sampler + (instance.param.scan == Scan::rpgs ? "_rpgs" : "");
  std::replace(name.begin(), name.end(), ':', '_');
  return name;
});

TEST(Chain, RefusesWhatAnotherModelOrSamplerSaved) {
  Rng rng(1, 0);
  const auto small = test::logistic(test::dense(8, 2, rng), test::coin_flips(8, rng));
  const auto large = test::logistic(test::dense(9, 3, rng), test::coin_flips(9, rng));
  ChainSettings settings;
  const Plan small_plan(*small), large_plan(*large);
  const auto bytes = saved(Chain(*small, small_plan, settings, 1, {}));
  Chain other(*large, large_plan, settings, 1, {});
  Reader r(bytes);
  EXPECT_THROW(other.load(r), Error);
  settings.gibbs.sampler = "nuts";
  Chain nuts(*small, small_plan, settings, 1, {});
  Reader again(bytes);
  EXPECT_THROW(nuts.load(again), Error);
}

}  // namespace
}  // namespace cggibbs
