// The public sampling interface against closed forms, over threads, and under interruption.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cggibbs/cggibbs.hpp>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <thread>

namespace cggibbs {
namespace {

using Settings = SampleSettings;
using testing::HasSubstr;

const std::vector<double> y{1.2, 0.4, 3.1, 2.2, -0.5, 1.9};
constexpr double sigma = 2;
constexpr double prior_sd = 5;

/// y[i] ~ normal(mu, sigma), mu ~ normal(0, prior_sd).
std::shared_ptr<const Model> normal_normal() {
  ModelBuilder b;
  const Var mu = b.real("mu");
  b.factor("normal", {mu, 0, prior_sd});
  b.factor("normal", {y, mu, sigma});
  b.monitor("twice", 2 * mu);
  return b.build();
}

struct Moments {
  double mean, sd;
};
Moments exact() {
  double sum = 0;
  for (double v : y) sum += v;
  const double precision = 1 / (prior_sd * prior_sd) + static_cast<double>(y.size()) / (sigma * sigma);
  return {sum / (sigma * sigma) / precision, 1 / std::sqrt(precision)};
}

void expect_normal_normal(const Fit& fit) {
  const SummaryRow& mu = fit.summary("mu");
  EXPECT_NEAR(mu.mean, exact().mean, 4 * mu.mcse_mean);
  EXPECT_NEAR(mu.sd, exact().sd, 4 * mu.mcse_sd);
}

/// A regression with enough coordinates that threads take turns.
std::shared_ptr<const Model> regression() {
  const std::size_t n = 40, d = 5;
  DenseMatrix x{n, d, {}};
  std::vector<double> outcome(n);
  for (std::size_t i = 0; i < n * d; ++i) x.values.push_back(std::sin(1.7 * static_cast<double>(i * i + 1)));
  for (std::size_t i = 0; i < n; ++i) outcome[i] = x.values[i] > 0.1 ? 1 : 0;
  ModelBuilder b;
  const Var beta = b.real("beta", d);
  b.factor("normal", {beta, 0, 2.5});
  b.factor("bernoulli_logit", {outcome, linear(std::move(x), beta)});
  return b.build();
}

TEST(Sample, NormalNormalHasTheClosedFormMeanAndSd) {
  const Fit fit = sample(*normal_normal(), {.draws = 4000, .seed = 11});
  expect_normal_normal(fit);
  EXPECT_LT(fit.max_rhat(), 1.01);
  EXPECT_GT(fit.min_ess(), 2000);
}

TEST(Sample, EveryKernelSliceAndScanHasTheSameTarget) {
  const auto model = normal_normal();
  for (auto scan : {Settings::Scan::dugs, Settings::Scan::rsgs, Settings::Scan::rpgs})
    expect_normal_normal(sample(*model, {.seed = 2, .sampler = "slice", .scan = scan}));
  expect_normal_normal(sample(
      *model,
      {.seed = 3, .sampler = "slice", .slice = Settings::Slice::doubling, .width = 10, .adapt = false}));
  expect_normal_normal(sample(*model, {.draws = 4000, .seed = 4, .sampler = "random_walk"}));
}

TEST(Sample, EveryOtherKernelHasTheTargetOfCoordinateUpdates) {
  const auto model = regression();
  const Fit slice = sample(*model, {.draws = 2000, .seed = 9, .sampler = "slice"});
  std::vector<std::string> names = sampler_names();
  names.insert(names.end(), {"auto", "nuts:dense"});
  for (const auto& name : names) {
    SCOPED_TRACE(name);
    const Fit block = sample(*model, {.draws = 2000, .seed = 9, .sampler = name});
    for (std::size_t j = 0; j < slice.names().size(); ++j)
      EXPECT_NEAR(block.summary(j).mean, slice.summary(j).mean,
                  4 * std::hypot(block.summary(j).mcse_mean, slice.summary(j).mcse_mean));
  }
}

TEST(Sample, ParametersCanBeGivenToSamplersByName) {
  const auto model = normal_normal();
  const Fit fit = sample(*model, {.seed = 8, .block = "mu=hmc", .integration_time = 1.5});
  expect_normal_normal(fit);
  EXPECT_EQ(fit.sampler(), "slice");  // what is left to choose from
  EXPECT_EQ(fit.trajectories().updates, 4U * 1000);
}

TEST(Sample, SaysWhatIsWrongWithASampler) {
  const auto model = normal_normal();
  const auto refused = [&](const Settings& s, const char* words) {
    EXPECT_THAT([&] { sample(*model, s); }, testing::ThrowsMessage<Error>(HasSubstr(words)));
  };
  refused({.sampler = "nutz"}, "`sampler`: unknown choice 'nutz'. Did you mean 'nuts'?");
  refused({.sampler = "nuts:dense", .metric = "unit"}, "name two metrics");
  refused({.sampler = "nuts", .target_accept = 1}, "`target_accept=1`");
  refused({.sampler = "nuts", .max_depth = 0}, "`max_depth=0`");
  refused({.sampler = "hmc", .integration_time = 0}, "`integration_time=0`");
  refused({.block = "nobody=nuts"}, "nobody");
}

TEST(Sample, DrawsDoNotDependOnTheNumberOfThreads) {
  const auto model = regression();
  const Fit one = sample(*model, {.warmup = 100, .draws = 200, .threads = 1, .seed = 5});
  const Fit four = sample(*model, {.warmup = 100, .draws = 200, .threads = 4, .seed = 5});
  for (std::size_t c = 0; c < one.chains(); ++c) {
    for (std::size_t j = 0; j < one.names().size(); ++j)
      EXPECT_TRUE(std::ranges::equal(one.values(c, j), four.values(c, j))) << c << " " << j;
    EXPECT_TRUE(std::ranges::equal(one.log_density(c), four.log_density(c)));
  }
  EXPECT_EQ(one.work().rows, four.work().rows);
}

TEST(Sample, ChainsAndSeedsHaveStreamsOfTheirOwn) {
  const auto model = normal_normal();
  const Fit a = sample(*model, {.draws = 10, .seed = 1});
  const Fit b = sample(*model, {.draws = 10, .seed = 2});
  EXPECT_FALSE(std::ranges::equal(a.values(0, "mu"), a.values(1, "mu")));
  EXPECT_FALSE(std::ranges::equal(a.values(0, "mu"), b.values(0, "mu")));
}

TEST(Sample, RecordsParametersMonitorsAndTheLogDensity) {
  const Fit fit = sample(*normal_normal(), {.chains = 2, .draws = 50});
  EXPECT_EQ(fit.names(), (std::vector<std::string>{"mu", "twice"}));
  EXPECT_EQ(fit.chains(), 2U);
  EXPECT_EQ(fit.draws(), 50U);
  EXPECT_FALSE(fit.interrupted());
  const auto mu = fit.values(1, "mu");
  const auto twice = fit.values(1, 1);
  ASSERT_EQ(mu.size(), 50U);
  const auto log_normal = [](double x, double m, double s) {
    return -0.5 * std::log(2 * M_PI) - std::log(s) - 0.5 * (x - m) * (x - m) / (s * s);
  };
  for (std::size_t t = 0; t < mu.size(); ++t) {
    EXPECT_EQ(twice[t], 2 * mu[t]);
    double expected = log_normal(mu[t], 0, prior_sd);
    for (double v : y) expected += log_normal(v, mu[t], sigma);
    EXPECT_NEAR(fit.log_density(1)[t], expected, 1e-9);
  }
}

TEST(Sample, ThinningKeepsEveryOtherSweep) {
  const auto model = normal_normal();
  const Fit all = sample(*model, {.warmup = 10, .draws = 40, .seed = 6});
  const Fit some = sample(*model, {.warmup = 10, .draws = 20, .thin = 2, .seed = 6});
  for (std::size_t t = 0; t < 20; ++t) EXPECT_EQ(some.values(0, 0)[t], all.values(0, 0)[2 * t + 1]);
}

TEST(Sample, FusedUpdatesReadFewerRowsThanNaiveOnesForTheSameAnswer) {
  const auto model = regression();
  const Settings base{.draws = 1000, .seed = 7, .sampler = "slice"};
  Settings naive = base;
  naive.naive = true;
  const Fit fast = sample(*model, base);
  const Fit slow = sample(*model, naive);
  const double per_fast =
      static_cast<double>(fast.work().rows) / static_cast<double>(fast.work().evaluations);
  const double per_slow =
      static_cast<double>(slow.work().rows) / static_cast<double>(slow.work().evaluations);
  EXPECT_LT(4 * per_fast, per_slow);  // d = 5, and one more pass for the likelihood
  for (std::size_t j = 0; j < 5; ++j)
    EXPECT_NEAR(fast.summary(j).mean, slow.summary(j).mean,
                4 * std::hypot(fast.summary(j).mcse_mean, slow.summary(j).mcse_mean));
}

TEST(Sample, AnInterruptKeepsWhatEveryChainHas) {
  std::atomic<bool> stop{false};
  Settings s{.warmup = 0, .draws = 100'000, .thin = 100, .seed = 8, .interrupt = &stop};
  s.progress = [&](const SampleProgress& p) { stop = p.sweeps > 20'000; };
  const Fit fit = sample(*normal_normal(), s);
  EXPECT_TRUE(fit.interrupted());
  EXPECT_GT(fit.draws(), 0U);
  EXPECT_LT(fit.draws(), 100'000U);
  for (std::size_t c = 0; c < fit.chains(); ++c) EXPECT_EQ(fit.values(c, "mu").size(), fit.draws());
  EXPECT_TRUE(std::isfinite(fit.summary("mu").mean));
}

TEST(Sample, AnInterruptBeforeTheStartLeavesNoDraws) {
  const std::atomic<bool> stop{true};
  const Fit fit = sample(*normal_normal(), {.interrupt = &stop});
  EXPECT_TRUE(fit.interrupted());
  EXPECT_EQ(fit.draws(), 0U);
  EXPECT_TRUE(std::isnan(fit.summary("mu").mean));
  EXPECT_TRUE(std::isnan(fit.max_rhat()));
  EXPECT_TRUE(std::isnan(fit.min_ess()));
  EXPECT_THAT(fit.table(), HasSubstr("NA"));
}

TEST(Sample, ProgressCountsUpToAllSweepsInTheCallingThread) {
  SampleProgress last;
  const auto here = std::this_thread::get_id();
  Settings s{.chains = 2, .warmup = 100, .draws = 50, .thin = 2};
  s.progress = [&](const SampleProgress& p) {
    EXPECT_EQ(std::this_thread::get_id(), here);
    EXPECT_GE(p.sweeps, last.sweeps);
    last = p;
  };
  sample(*normal_normal(), s);
  EXPECT_EQ(last.total_sweeps, 2U * (100 + 2 * 50));
  EXPECT_EQ(last.sweeps, last.total_sweeps);
  EXPECT_FALSE(last.warming);
}

TEST(Sample, WhatProgressThrowsEndsTheRunAndReachesTheCaller) {
  Settings s{.draws = 100'000, .thin = 1000};
  s.progress = [](const SampleProgress&) { throw std::domain_error("enough"); };
  EXPECT_THROW(sample(*normal_normal(), s), std::domain_error);
}

TEST(Sample, SettingsOutOfRangeAreNamed) {
  const auto model = normal_normal();
  const auto expect_error = [&](const Settings& s, const std::string& what) {
    try {
      sample(*model, s);
      ADD_FAILURE() << "no error about " << what;
    } catch (const Error& e) {
      EXPECT_THAT(e.what(), HasSubstr(what));
    }
  };
  expect_error({.chains = 0}, "chains is 0");
  expect_error({.chains = 5000}, "chains is 5000");
  expect_error({.warmup = -1}, "warmup is -1");
  expect_error({.draws = 0}, "draws is 0");
  expect_error({.thin = 0}, "thin is 0");
  expect_error({.threads = -2}, "threads is -2");
  expect_error({.width = 0}, "`width=0`");
  expect_error({.width = NAN}, "`width=nan`");
  expect_error({.chains = 1000, .draws = 1'000'000'000}, "of memory but");
}

TEST(Sample, UnknownNamesAndPlacesAreErrors) {
  const Fit fit = sample(*normal_normal(), {.draws = 10});
  EXPECT_THROW(fit.values(4, "mu"), Error);
  EXPECT_THROW(fit.values(0, 2), Error);
  EXPECT_THROW(fit.log_density(4), Error);
  EXPECT_THROW(fit.summary(2), Error);
  try {
    fit.summary("twise");
    ADD_FAILURE();
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), HasSubstr("Did you mean 'twice'?"));
  }
}

TEST(Sample, TheTableHasALineForEachQuantityAndForEachWarning) {
  const Fit good = sample(*normal_normal(), {.draws = 1000});
  EXPECT_THAT(good.warnings(), testing::IsEmpty());
  EXPECT_EQ(std::ranges::count(good.table(), '\n'), 3);
  const Fit fit = sample(*normal_normal(), {.draws = 50});
  const std::string table = fit.table();
  ASSERT_FALSE(fit.warnings().empty());
  EXPECT_THAT(fit.warnings(),
              testing::Contains(HasSubstr("the effective sample size is below 400 for 2 of 2 parameters")));
  EXPECT_THAT(fit.warnings(), testing::Contains(HasSubstr("Use more `draws`, or `until=ess=400`.")));
  EXPECT_THAT(fit.warnings(), testing::Each(testing::Not(HasSubstr("--"))));
  EXPECT_EQ(std::ranges::count(table, '\n'), 3 + std::ssize(fit.warnings()));
  EXPECT_THAT(table, testing::EndsWith("\nwarning: " + fit.warnings().back() + "\n"));
  EXPECT_THAT(table, testing::StartsWith("variable"));
  EXPECT_THAT(table, HasSubstr("\ntwice "));
}

/// Five columns under a horseshoe, two of which matter: a funnel that NUTS cannot follow.
std::shared_ptr<const Model> horseshoe() {
  const std::size_t n = 60, d = 5;
  DenseMatrix x{n, d, {}};
  for (std::size_t i = 0; i < n * d; ++i) x.values.push_back(std::sin(1.3 * static_cast<double>(i * i + 2)));
  std::vector<double> outcome(n);
  for (std::size_t i = 0; i < n; ++i)
    outcome[i] = 0.5 * x.values[i] - x.values[n + i] + 0.3 * std::sin(static_cast<double>(7 * i * i));
  ModelBuilder b;
  const Var tau = b.positive("tau"), lambda = b.positive("lambda", d), z = b.real("z", d);
  b.factor("half_cauchy", {tau, 1});
  b.factor("half_cauchy", {lambda, 1});
  b.factor("normal", {z, 0, tau * lambda});
  b.factor("normal", {outcome, linear(std::move(x), z), 0.3});
  return b.build();
}

TEST(Sample, TrajectoriesThatDivergeAreToldWithWhatElseIsWrong) {
  const Fit fit = sample(*horseshoe(), {.warmup = 500, .draws = 500, .seed = 3, .sampler = "nuts"});
  const Fit::Trajectories& t = fit.trajectories();
  EXPECT_EQ(t.updates, 4U * 500);
  EXPECT_GT(t.divergences, 0U);
  EXPECT_GT(t.leapfrog_steps, t.updates);
  ASSERT_EQ(t.ebfmi.size(), 4U);
  ASSERT_EQ(t.step_size.size(), 4U);
  for (std::size_t c = 0; c < 4; ++c) {
    EXPECT_GT(t.ebfmi[c], 0);
    EXPECT_GT(t.step_size[c], 0);
  }
  EXPECT_THAT(fit.warnings(),
              testing::Contains(HasSubstr(std::to_string(t.divergences) + " of 2000 trajectories diverged")));
  EXPECT_THAT(fit.warnings(), testing::Each(testing::Not(HasSubstr("--"))));
  EXPECT_THAT(fit.table(),
              HasSubstr("\nwarning: " + std::to_string(t.divergences) + " of 2000 trajectories diverged"));
}

// Only the first block was counted once: what diverged in the second went untold.
TEST(Sample, TrajectoriesOfEveryBlockAreCounted) {
  const Fit both =
      sample(*horseshoe(), {.warmup = 200, .draws = 100, .seed = 3, .block = "tau=hmc,lambda=hmc,z=nuts"});
  EXPECT_EQ(both.trajectories().updates, 2U * 4 * 100);  // one block of hmc, one of nuts
  for (const double e : both.trajectories().ebfmi)
    EXPECT_TRUE(std::isnan(e));  // no block moves all parameters
}

TEST(Sample, WithoutTrajectoriesThereAreNone) {
  const Fit fit = sample(*regression(), {.warmup = 100, .draws = 200, .sampler = "gaussian_block"});
  EXPECT_EQ(fit.trajectories().updates, 0U);
  EXPECT_TRUE(fit.trajectories().ebfmi.empty());
  EXPECT_GT(fit.drift().blocks, 0);  // rounding, and no more
  EXPECT_LT(fit.drift().sums, 1e-10);
  EXPECT_LT(fit.drift().blocks, 1e-3);
  EXPECT_GT(fit.accept(), 0.5);
  EXPECT_LE(fit.accept(), 1);
}

TEST(Explain, SaysWhatAnUpdateReads) {
  const std::string text = explain(*regression());
  EXPECT_THAT(text, HasSubstr("linear: 40 x 5 dense"));
  EXPECT_THAT(text, HasSubstr("fused linear -> bernoulli_logit"));
  EXPECT_THAT(text, HasSubstr("beta"));
}

}  // namespace
}  // namespace cggibbs
