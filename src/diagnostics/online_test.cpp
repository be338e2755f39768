// Summaries without draws against those of all draws.
#include "diagnostics/online.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <type_traits>

#include "base/rng.hpp"
#include "diagnostics/ess.hpp"
#include "diagnostics/rhat.hpp"
#include "diagnostics/test_draws.hpp"
#include "diagnostics/worst.hpp"

namespace cggibbs {
namespace {

static_assert(std::is_trivially_copyable_v<OnlineSummary>);

std::vector<OnlineSummary> feed(const test::Sample& s) {
  std::vector<OnlineSummary> chains(s.chains.size());
  for (std::size_t c = 0; c < chains.size(); ++c)
    for (const double x : s.chains[c]) chains[c].add(x);
  return chains;
}

Summary online(const test::Sample& s) {
  return combine(feed(s));
}

/// The share of the draws up to q, less the share below it where draws are tied: the interval must hold p.
double rank_error(const test::Sample& s, double q, double p) {
  double below = 0, up_to = 0, all = 0;
  for (const auto& chain : s.chains)
    for (const double x : chain) {
      below += x < q ? 1 : 0;
      up_to += x <= q ? 1 : 0;
      ++all;
    }
  return p < below / all ? below / all - p : p > up_to / all ? p - up_to / all : 0;
}

/// Chains of a stationary autoregression, made heavy-tailed (Cauchy), or shifted or scaled by chain.
test::Sample hard_case(const std::string& kind, std::size_t draws, double phi, std::uint64_t seed) {
  test::Sample s;
  for (std::size_t c = 0; c < 4; ++c) {
    Rng rng(seed, c + 1);
    double x = rng.normal();
    s.chains.emplace_back();
    for (std::size_t i = 0; i < draws; ++i) {
      x = phi * x + std::sqrt(1 - phi * phi) * rng.normal();
      double y = x;
      if (kind == "cauchy") y = std::tan(M_PI * (0.5 * std::erfc(-x / M_SQRT2) - 0.5));
      if (kind == "horseshoe") y = std::exp(3 * x) * std::sin(1e3 * x);
      if (kind == "shifted") y = x + 0.3 * static_cast<double>(c);
      if (kind == "scaled") y = x * (1 + 0.3 * static_cast<double>(c));
      if (kind == "counts") y = std::floor(3 * x);
      s.chains.back().push_back(y);
    }
  }
  return s;
}

TEST(Online, EqualsTheFullDiagnosticsAsLongAsAllDrawsAreKept) {
  for (const std::size_t draws : {6, 7, 20, 63, 128, 512}) {
    const auto s = test::make_sample({"ar1", 4, draws, 0.5, 3});
    const Summary o = online(s), full = summarize(s.views());
    EXPECT_EQ(o.mean, full.mean);
    EXPECT_EQ(o.sd, full.sd);
    EXPECT_EQ(o.q5, full.q5);
    EXPECT_EQ(o.median, full.median);
    EXPECT_EQ(o.mad, full.mad);
    EXPECT_EQ(o.rhat, full.rhat);
    EXPECT_EQ(o.ess_bulk, full.ess_bulk);
    EXPECT_EQ(o.ess_tail, full.ess_tail);
    EXPECT_EQ(o.mcse_q95, full.mcse_q95);
    EXPECT_EQ(ess_bulk_of_squares(feed(s)), ess_bulk(map_draws(s.views(), square)));
  }
}

TEST(Online, QuantilesHaveTheStatedRankErrorForHeavyTailsSlowChainsAndDisagreement) {
  EXPECT_LT(sketch_error(4), 0.007);
  for (const auto* kind : {"cauchy", "horseshoe", "shifted", "scaled", "counts", "plain"})
    for (const double phi : {0.0, 0.99})
      for (const std::size_t draws : {600, 2000, 11111}) {
        const auto s = hard_case(kind, draws, phi, 5);
        const Summary o = online(s);
        // 108 quantiles: the stated standard deviation is a bound, so 3.5 of it are never seen.
        const double most = 3.5 * sketch_error(4);
        EXPECT_LT(rank_error(s, o.q5, 0.05), most) << kind << " " << phi << " " << draws;
        EXPECT_LT(rank_error(s, o.median, 0.5), most) << kind << " " << phi << " " << draws;
        EXPECT_LT(rank_error(s, o.q95, 0.95), most) << kind << " " << phi << " " << draws;
        const Summary full = summarize(s.views());
        EXPECT_NEAR(o.mean, full.mean, 1e-9 * full.sd);
        EXPECT_NEAR(o.sd, full.sd, 1e-9 * full.sd);
      }
}

TEST(Online, RhatIsThatOfRanksSoThatTheSameParametersAreWarnedOf) {
  std::size_t high = 0, high_online = 0, cases = 0;
  for (const auto* kind : {"cauchy", "horseshoe", "shifted", "scaled", "counts", "plain"})
    for (const double phi : {0.0, 0.9, 0.99})
      for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const auto s = hard_case(kind, 3000, phi, seed);
        const double r = online(s).rhat, full = rhat(s.views());
        EXPECT_NEAR(r, full, 0.002 + 0.25 * (full - 1)) << kind << " " << phi << " " << seed;
        // Halves of a sketch end where stretches do: a chain that crawls has slightly other halves.
        if (full > 1.013 || full < 1.007) {
          EXPECT_EQ(r > 1.01, full > 1.01) << kind << " " << phi << " " << seed;
        }
        high += full > 1.01 ? 1 : 0;
        high_online += r > 1.01 ? 1 : 0;
        ++cases;
      }
  EXPECT_NEAR(static_cast<double>(high_online), static_cast<double>(high), 2);
  EXPECT_GT(high, 10u);
  EXPECT_LT(high, cases - 10);
}

TEST(Online, AgreesWithFullDiagnosticsAndExactValuesOnAutoregressions) {
  for (const double phi : {0.0, 0.5, 0.9, 0.99}) {
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
    // The standard error of log ESS is 0.2 to 0.3 (measured over 30 seeds), and the sketch's noise takes away what exceeds some 20,000.
    EXPECT_LT(std::log(o.ess_bulk / exact_ess), 0.75) << phi;
    EXPECT_GT(std::log(o.ess_bulk * (1 / exact_ess + 1 / 2e4)), -0.75) << phi;
    EXPECT_NEAR(std::log(o.mcse_mean / full.mcse_mean), 0, 0.4) << phi;
    EXPECT_NEAR(std::log(o.mcse_sd / full.mcse_sd), 0, 0.4) << phi;
    EXPECT_NEAR(o.rhat, full.rhat, 0.1 * (full.rhat - 1) + 1e-3) << phi;
    EXPECT_NEAR(o.mad / full.mad, 1, 0.03) << phi;
    EXPECT_TRUE(std::isnan(o.ess_tail));
  }
}

TEST(Online, SquaresHaveAnEssOfTheirOwn) {
  // An autoregression about zero: squares forget twice as fast.
  const auto s = hard_case("plain", 5000, 0.95, 2);
  const double squares = ess_bulk_of_squares(feed(s)), full = ess_bulk(map_draws(s.views(), square));
  EXPECT_NEAR(std::log(squares / full), 0, 0.6);
  EXPECT_GT(squares, 1.3 * online(s).ess_bulk);
}

TEST(Online, NoticesChainsThatDisagreeOrDrift) {
  for (const auto* kind : {"shifted", "trend"}) {
    const auto s = test::make_sample({kind, 4, 5000, 0.5, 8});
    const Summary o = online(s), full = summarize(s.views());
    EXPECT_NEAR(o.rhat, full.rhat, 0.01) << kind;
    // Batches are merged until few are left, so such effective sample sizes are known to a factor of three.
    EXPECT_NEAR(std::log(o.ess_bulk / full.ess_bulk), 0, 1.1) << kind;
    EXPECT_LT(o.ess_bulk, 50) << kind;
  }
}

TEST(Online, ChainsThatWereStoppedAtDifferentDrawsAreTakenTogether) {
  // Around each number of draws at which stretches or batches merge.
  for (const std::size_t draws : {500, 528, 1040, 1056, 2080, 33280})
    for (const std::size_t apart : {0, 1, 17, 300}) {
      auto s = hard_case("plain", draws + 3 * apart, 0.5, 7);
      for (std::size_t c = 0; c < 4; ++c) s.chains[c].resize(draws + c * apart);
      const Summary o = online(s);
      auto even = s;
      for (auto& chain : even.chains) chain.resize(draws);
      const Summary full = summarize(even.views());
      EXPECT_NEAR(o.rhat, full.rhat, 0.004) << draws << " " << apart;
      EXPECT_NEAR(o.mean, full.mean, 6 * full.mcse_mean) << draws << " " << apart;
      EXPECT_NEAR(o.median, full.median, 0.15) << draws << " " << apart;
      EXPECT_NEAR(std::log(o.ess_bulk * (1 / full.ess_bulk + 1 / 2e4)), 0, 0.9) << draws << " " << apart;
    }
}

TEST(Online, NoticesAnAutocorrelationTimeLongerThanABatch) {
  const auto s = test::make_sample({"ar1", 4, 20000, 0.999, 8});  // tau 2000, batches of 512 and more
  EXPECT_NEAR(std::log(online(s).ess_bulk / summarize(s.views()).ess_bulk), 0, 0.4);
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
