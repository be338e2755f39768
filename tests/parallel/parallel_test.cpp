// Draws do not depend on how many threads run the chains, nor on where a run is cut.
#include <gtest/gtest.h>

#include <algorithm>

#include "graph/test_models.hpp"
#include "run/runner.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t n_chains = 5;
constexpr std::size_t n_draws = 120;

struct Everything : DrawSink {
  std::vector<std::vector<double>> draws{n_chains};
  void begin_sampling(std::size_t, const TrajectoryAdaptation&) override {}
  void append(std::size_t chain, const Draw& draw) override {
    draws[chain].insert(draws[chain].end(), draw.values.begin(), draw.values.end());
    draws[chain].push_back(draw.log_density);
  }
};

/// All draws and log densities, chain by chain. `cuts` are draw counts at which the run pauses.
std::vector<std::vector<double>> run(const Model& model, const ChainSettings& settings, int threads,
                                     const std::vector<std::size_t>& cuts = {}) {
  const Plan plan(model);
  std::vector<std::unique_ptr<Chain>> chains;
  for (std::size_t c = 0; c < n_chains; ++c)
    chains.push_back(std::make_unique<Chain>(model, plan, settings, c, std::vector<double>{}));
  Everything sink;
  Runner runner(std::move(chains), sink, true, threads);
  const std::atomic<bool> stop{false};
  for (std::size_t cut : cuts) runner.advance_to(cut, stop, [] {});
  runner.advance_to(n_draws, stop, [] {});
  return sink.draws;
}

class EveryModel : public testing::TestWithParam<test::NamedModel> {};

TEST_P(EveryModel, DrawsAreTheSameForAnyNumberOfThreads) {
  const Model& model = *GetParam().model;
  for (const Scan scan : {Scan::dugs, Scan::rsgs}) {
    const ChainSettings settings{.gibbs = {.slice = {}, .scan = scan}, .seed = 5, .warmup = 50, .thin = 2};
    const auto alone = run(model, settings, 1);
    const std::size_t warmup_draws = settings.warmup / settings.thin;
    for (const auto& chain : alone)
      EXPECT_EQ(chain.size(), (warmup_draws + n_draws) * (model.n_outputs() + 1));
    for (const int threads : {2, 7}) EXPECT_EQ(run(model, settings, threads), alone) << threads << " threads";
    EXPECT_EQ(run(model, settings, 2, {1, 17, 100}), alone) << "with pauses";
  }
}

TEST_P(EveryModel, ChainsDiffer) {
  const auto draws = run(*GetParam().model, {.gibbs = {}, .seed = 5, .warmup = 50}, 2);
  for (std::size_t c = 1; c < n_chains; ++c) EXPECT_NE(draws[c], draws[0]);
}

INSTANTIATE_TEST_SUITE_P(Zoo, EveryModel, testing::ValuesIn(test::zoo()), [](const auto& instance) {
  std::string name = instance.param.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
});

}  // namespace
}  // namespace cggibbs
