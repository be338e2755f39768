#include "diagnostics/online.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <type_traits>

#include "diagnostics/ess.hpp"
#include "diagnostics/mcse.hpp"
#include "diagnostics/rhat.hpp"
#include "diagnostics/test_draws.hpp"
#include "diagnostics/worst.hpp"

namespace cggibbs {
namespace {

static_assert(std::is_trivially_copyable_v<OnlineSummary>);

Summary online(const test::Sample& s) {
  std::vector<OnlineSummary> chains(s.chains.size());
  for (std::size_t c = 0; c < chains.size(); ++c)
    for (const double x : s.chains[c]) chains[c].add(x);
  return combine(chains);
}

TEST(Online, EqualsTheFullDiagnosticsWhileBatchesHoldOneDraw) {
  for (const std::size_t draws : {6, 7, 20, 63, 128}) {
    const auto s = test::make_sample({"ar1", 4, draws, 0.5, 3});
    const Summary o = online(s);
    const Summary full = summarize(s.views());
    EXPECT_NEAR(o.mean, full.mean, 1e-12);
    EXPECT_NEAR(o.sd, full.sd, 1e-12);
    EXPECT_NEAR(o.rhat, rhat_basic(s.views()), 1e-12);
    EXPECT_NEAR(o.ess_bulk, ess_mean(s.views()), 1e-9);
    EXPECT_NEAR(o.mcse_mean, full.mcse_mean, 1e-12);
    EXPECT_NEAR(o.mcse_sd, full.mcse_sd, 1e-12);
  }
}

TEST(Online, QuantilesAreExactWhileEveryDrawHasAMarker) {
  const auto s = test::make_sample({"ar1", 1, 17, 0, 3});
  const Summary o = online(s);
  const Summary full = summarize(s.views());
  EXPECT_NEAR(o.q5, full.q5, 1e-12);
  EXPECT_NEAR(o.median, full.median, 1e-12);
  EXPECT_NEAR(o.q95, full.q95, 1e-12);
}

TEST(Online, AgreesWithFullDiagnosticsAndExactValuesOnAutoregressions) {
  for (const double phi : {-0.5, 0.0, 0.5, 0.9, 0.99}) {
    const test::Recipe r{"ar1", 4, 20000, phi, 17};
    const auto s = test::make_sample(r);
    const Summary o = online(s);
    const Summary full = summarize(s.views());
    const double exact_ess = 80000 * (1 - phi) / (1 + phi);
    const double exact_sd = std::sqrt(1.0 / 3 / (1 - phi * phi));  // four uniforms have variance 1/3
    EXPECT_NEAR(o.mean, full.mean, 1e-12 * full.sd);
    EXPECT_NEAR(o.sd, full.sd, 1e-12 * full.sd);
    EXPECT_NEAR(o.sd, exact_sd, 4 * o.mcse_sd) << phi;
    EXPECT_NEAR(o.mean, 0, 4 * o.mcse_mean) << phi;
    // From 4 x 64..128 batch means the relative standard error is 0.13 to 0.17 (measured over 60 seeds, each
    // phi here); these are three of them.
    EXPECT_NEAR(o.ess_bulk / exact_ess, 1, 0.5) << phi;
    EXPECT_NEAR(o.mcse_sd / full.mcse_sd, 1, 0.35) << phi;
    EXPECT_NEAR(o.rhat, rhat_basic(s.views()), 0.05 * (o.rhat - 1) + 3e-4) << phi;
    // Markers follow the same draws, so they stay within the Monte Carlo error of the sample quantiles: over
    // 60 seeds, off by -0.4 +- 0.3 of it at 5% and 0.0 +- 0.2 at the median.
    EXPECT_NEAR(o.median, full.median, 1.5 * full.mcse_median) << phi;
    EXPECT_NEAR(o.q5, full.q5, 1.5 * full.mcse_q5) << phi;
    EXPECT_NEAR(o.q95, full.q95, 1.5 * full.mcse_q95) << phi;
    EXPECT_NEAR(o.mad / full.mad, 1, 0.03) << phi;
    EXPECT_TRUE(std::isnan(o.ess_tail));
  }
}

TEST(Online, NoticesChainsThatDisagreeOrDrift) {
  for (const auto* kind : {"shifted", "trend"}) {
    const auto s = test::make_sample({kind, 4, 5000, 0.5, 8});
    const Summary o = online(s);
    EXPECT_NEAR(o.rhat, rhat_basic(s.views()), 0.01) << kind;
    EXPECT_NEAR(o.ess_bulk, ess_mean(s.views()), 0.2 * ess_mean(s.views())) << kind;
  }
}

TEST(Online, NoticesAnAutocorrelationTimeLongerThanABatch) {
  const auto s = test::make_sample({"ar1", 4, 20000, 0.999, 8});  // tau 2000, batches of 256
  EXPECT_NEAR(online(s).ess_bulk / ess_mean(s.views()), 1, 0.1);
}

TEST(Online, IsUndefinedForConstantOrNonFiniteDrawsAsFullDiagnosticsAre) {
  const Summary constant = online(test::make_sample({"constant", 4, 1000, 0, 1}));
  EXPECT_EQ(constant.mean, 2.5);
  EXPECT_EQ(constant.sd, 0);
  EXPECT_EQ(constant.mad, 0);
  EXPECT_EQ(constant.median, 2.5);
  EXPECT_TRUE(std::isnan(constant.rhat));
  EXPECT_TRUE(std::isnan(constant.ess_bulk));
  for (const auto* kind : {"nan", "inf"}) {
    const Summary s = online(test::make_sample({kind, 4, 1000, 0, 1}));
    EXPECT_TRUE(std::isnan(s.mean) && std::isnan(s.q5) && std::isnan(s.rhat));
  }
  EXPECT_TRUE(std::isnan(combine({}).mean));
  for (const std::size_t draws : {0, 1, 2, 3}) {
    const Summary s = online(test::make_sample({"ar1", 2, draws, 0, 1}));
    EXPECT_TRUE(std::isnan(s.ess_bulk) && std::isnan(s.rhat)) << draws;
  }
}

TEST(Worst, FindsTheSmallestEssAndTheLargestRhatAndCountsTheUndefined) {
  Worst w;
  w.add(0, 100, 1.01);
  w.add(1, 50, 1.0);
  w.add(2, nan, nan);
  w.add(3, Summary{.rhat = 1.2, .ess_bulk = 400, .ess_tail = 70});
  w.add(4, Summary{.rhat = 1.0, .ess_bulk = 40});
  EXPECT_EQ(w.min_ess, 40);
  EXPECT_EQ(w.min_ess_index, 4u);
  EXPECT_EQ(w.max_rhat, 1.2);
  EXPECT_EQ(w.max_rhat_index, 3u);
  EXPECT_EQ(w.undefined, 1u);
}

}  // namespace
}  // namespace cggibbs
