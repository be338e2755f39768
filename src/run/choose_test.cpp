// Which sampler is chosen, that the choice is reproducible, and what happens when candidates fail.
#include "run/choose.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cggibbs/cggibbs.hpp>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "graph/test_models.hpp"
#include "run/pilot.hpp"

namespace cggibbs {
namespace {

using testing::HasSubstr;

/// More coefficients than rows, and columns that share a factor.
std::shared_ptr<const Model> wide_logistic() {
  Rng rng(1, 0);
  const std::size_t n = 30, d = 120;
  DenseMatrix x = test::dense(n, d, rng);
  const auto common = test::normals(n, rng);
  for (std::size_t j = 0; j < d; ++j)
    for (std::size_t i = 0; i < n; ++i) x.values[j * n + i] += 2 * common[i];
  return test::logistic(std::move(x), test::coin_flips(n, rng));
}

/// Columns that do not overlap, of unequal size: coordinates are independent, on scales of their own.
std::shared_ptr<const Model> sparse_logistic() {
  Rng rng(2, 0);
  const std::size_t per = 50, d = 100, n = per * d;
  SparseMatrix x{n, d, {0}, {}, {}};
  for (std::size_t j = 0; j < d; ++j) {
    for (std::size_t t = 0; t < per; ++t) {
      x.row.push_back(static_cast<std::uint32_t>(per * j + t));
      x.values.push_back(0.1 * static_cast<double>(1 + j % 20));
    }
    x.start.push_back(x.row.size());
  }
  ModelBuilder b;
  const Var beta = b.real("beta", d);
  b.factor("normal", {beta, 0, 1});
  b.factor("bernoulli_logit", {test::coin_flips(n, rng), linear(std::move(x), beta)});
  return b.build();
}

/// Four parameters with logistic priors whose sum is known to a hundredth of their scale, by nothing normal that a block takes.
std::shared_ptr<const Model> narrow_ridge() {
  ModelBuilder b;
  const Var x = b.real("x", 4);
  b.factor("logistic", {x, 0, 2});
  b.factor("logistic", {std::vector<double>{1}, sum(x), 0.02});
  return b.build();
}

/// Three independent parameters; a kernel with another spread than 1 is wrong, and mixes no worse.
std::shared_ptr<const Model> independent(double spread) {
  ModelBuilder b;
  const Var x = b.real("x", 3);
  b.factor("normal", {x, 1, spread});
  return b.build();
}

std::vector<Contender> contenders_of(const Model& model) {
  std::vector<Contender> all;
  for (auto& c : sampler_candidates(model, Plan(model), {})) all.push_back({std::move(c), &model});
  return all;
}

SamplerChoice choose(const std::vector<Contender>& contenders, std::uint64_t seed = 1, int threads = 2) {
  ChooseSettings s;
  s.seed = seed;
  s.threads = threads;
  return choose_sampler(contenders, s, [] { return true; });
}

std::string chosen(const SamplerChoice& c) {
  return c.pilots[c.chosen].name;
}

TEST(Choose, TakesTheBlockWhereManyCorrelatedCoefficientsMeetFewRows) {
  const auto model = wide_logistic();
  for (std::uint64_t seed = 1; seed <= 3; ++seed)
    EXPECT_EQ(chosen(choose(contenders_of(*model), seed)), "gaussian_block");
}

TEST(Choose, TakesCoordinateUpdatesWhereCoordinatesAreIndependent) {
  const auto model = sparse_logistic();
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const SamplerChoice c = choose(contenders_of(*model), seed);
    EXPECT_THAT(chosen(c), testing::AnyOf("slice", "newton", "latent")) << choice_record(c).dump(1);
  }
}

TEST(Choose, TakesNutsWhereCoordinatesAreBoundAndNoBlockApplies) {
  const auto model = narrow_ridge();
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const SamplerChoice c = choose(contenders_of(*model), seed);
    EXPECT_TRUE(chosen(c).starts_with("nuts")) << choice_record(c).dump(1);
  }
}

/// A chain ends with the sweep that exceeds its share, so a little more.
TEST(Choose, AllPilotsTogetherTakeAFewTenthsOfASecondOrAShareOfTheRun) {
  for (const auto& model :
       {wide_logistic(), sparse_logistic(), narrow_ridge(), test::eight_schools(), independent(1)}) {
    const SamplerChoice c = choose(contenders_of(*model));
    double dearest = 0, pilots = 0;
    for (const auto& p : c.pilots) {
      if (p.score > 0) dearest = std::max(dearest, p.sweep_cost);
      pilots += p.cost;
    }
    EXPECT_LE(c.cost, 1.2 * std::max(2e8, 0.1 * 4 * 2000 * 1.5 * dearest)) << choice_record(c).dump(1);
    EXPECT_NEAR(pilots, c.cost, 1e-9 * c.cost);
  }
}

TEST(Choose, PilotsOfAShortRunTakeATenthOfItWhereSizesLeaveNoDoubt) {
  Rng rng(5, 0);
  ModelBuilder b;
  const Var a = b.real("a"), s = b.positive("s"), u = b.real("u", 100);
  b.factor("normal", {a, 0, 5});
  b.factor("half_normal", {s, 1});
  b.factor("normal", {u, 0, s});
  std::vector<double> y;
  std::vector<std::uint32_t> group;
  for (std::uint32_t i = 0; i < 400; ++i) {
    group.push_back(i % 100);
    y.push_back(std::floor(6 * rng.uniform()));
  }
  b.factor("poisson_log", {y, a + gather(u, group)});
  const auto model = b.build();
  ChooseSettings settings;
  settings.chains = 1;
  settings.warmup = settings.sweeps = 1000;
  const auto contenders = contenders_of(*model);
  const SamplerChoice c = choose_sampler(contenders, settings, [] { return true; });
  EXPECT_EQ(chosen(c), "latent");
  const double run = 2000 * contenders[favourite(contenders)].sampler.sweep_cost;
  EXPECT_LT(run, 2e8);  // less than the 0.2 s that pilots may take where sizes do not tell
  EXPECT_LE(c.cost, 1.2 * 0.1 * run) << choice_record(c).dump(1);
}

/// Coefficients and an intercept under this likelihood; groups add their effects and a scale.
std::shared_ptr<const Model> regression(const std::string& likelihood, bool groups, std::size_t n,
                                        std::size_t columns) {
  Rng rng(6, 0);
  ModelBuilder b;
  const Var beta = b.real("beta", columns);
  b.factor("normal", {beta, 0, 2});
  Var eta = linear(test::dense(n, columns, rng), beta);
  if (groups) {
    const Var s = b.positive("s"), u = b.real("u", 20);
    b.factor("half_normal", {s, 1});
    b.factor("normal", {u, 0, s});
    std::vector<std::uint32_t> group(n);
    for (std::size_t i = 0; i < n; ++i) group[i] = static_cast<std::uint32_t>(i % 20);
    eta = eta + gather(u, group);
  }
  std::vector<double> y(n);
  const bool share = likelihood == "beta_logit", whole = !share && likelihood != "gamma_log";
  for (double& v : y)
    v = share ? 0.05 + 0.9 * rng.uniform() : whole ? std::floor(2 * rng.uniform()) : 0.1 + rng.uniform();
  if (likelihood.starts_with("bernoulli") || likelihood.starts_with("poisson")) {
    b.factor(likelihood, {y, eta});
    return b.build();
  }
  const Var phi = b.positive("phi");
  b.factor("gamma", {phi, 2, 0.5});
  if (likelihood == "student_t")
    b.factor(likelihood, {y, 5, eta, phi});
  else
    b.factor(likelihood, {y, eta, phi});
  return b.build();
}

TEST(Choose, PilotsOfSmallRegressionsTakeAShareOfTheRunOrAMoment) {
  for (const char* likelihood : {"normal", "student_t", "bernoulli_logit", "bernoulli_probit", "poisson_log",
                                 "negative_binomial_log", "gamma_log", "beta_logit"})
    for (const bool groups : {false, true}) {
      const auto model = regression(likelihood, groups, 300, 4);
      const auto contenders = contenders_of(*model);
      const SamplerChoice c = choose(contenders);
      const double run = 4 * 2000 * c.pilots[c.chosen].sweep_cost * contenders[c.chosen].sampler.price,
                   second = 1e9 / model_row_price(*model);
      EXPECT_LE(c.cost, std::max(0.15 * run, 0.3 * second)) << likelihood << choice_record(c).dump(1);
    }
}

/// By sizes others are the favourites here; their pilots once took a tenth of a run that nobody made.
TEST(Choose, PilotsTakeAShareOfTheRunThatFollows) {
  for (const char* likelihood : {"bernoulli_cloglog", "beta_logit"}) {
    const auto model = regression(likelihood, false, 5000, 13);
    const auto contenders = contenders_of(*model);
    const SamplerChoice c = choose(contenders);
    EXPECT_NE(chosen(c), "slice");
    const double run = 4 * 2000 * c.pilots[c.chosen].sweep_cost * contenders[c.chosen].sampler.price;
    double dearest = 0;  // a chain ends with the sweep that exceeds its share
    for (std::size_t i = 0; i < c.pilots.size(); ++i)
      if (c.pilots[i].tried)
        dearest = std::max(dearest, c.pilots[i].sweep_cost * contenders[i].sampler.price);
    EXPECT_LE(c.cost, 0.15 * run + 2 * dearest) << likelihood << choice_record(c).dump(1);
  }
}

TEST(Choose, DoesNotDependOnThreads) {
  for (const auto& model : {wide_logistic(), narrow_ridge(), test::eight_schools()}) {
    const auto one = choice_record(choose(contenders_of(*model), 7, 1));
    EXPECT_EQ(one, choice_record(choose(contenders_of(*model), 7, 4)));
    EXPECT_EQ(one, choice_record(choose(contenders_of(*model), 7, 1)));
  }
}

TEST(Choose, SaysWhatItFoundOut) {
  const auto model = wide_logistic();
  const SamplerChoice c = choose(contenders_of(*model));
  EXPECT_THAT(c.reason, HasSubstr("effective samples per million rows"));
  const auto record = choice_record(c);
  EXPECT_EQ(record["chosen"], "gaussian_block");
  EXPECT_GE(record["candidates"].size(), 3U);
  EXPECT_GT(c.cost, 0);
}

TEST(Choose, RunsNoPilotWhenOnlyOneSamplerSuits) {
  ModelBuilder b;
  const Var k = b.integer("k", 1, 0, 5);
  b.factor("poisson", {k, 2});
  const auto model = b.build();
  const SamplerChoice c = choose(contenders_of(*model));
  EXPECT_EQ(chosen(c), "slice");  // which draws whole numbers exactly
  EXPECT_EQ(c.cost, 0);
  EXPECT_THAT(c.reason, HasSubstr("no continuous parameters"));
}

TEST(Choose, FallsBackWhenCandidatesThrowOrStandStill) {
  ModelBuilder b;
  const Var x = b.real("x", 3);
  b.factor("normal", {x, 0, 1});
  b.start(x, {0.1, 0.2, 0.3});
  const auto model = b.build();
  const auto all = contenders_of(*model);
  const SamplerCandidate slice = all[0].sampler;
  SamplerCandidate throws = slice, still = slice;
  throws.name = "throws";
  throws.gibbs.assigned = {{"nobody", "slice"}};
  throws.worth = 30;  // the favourite
  still.name = "still";
  still.gibbs.sampler = "random_walk";
  still.gibbs.width = 1e-300;
  still.gibbs.adapt = false;
  const std::vector<Contender> bad{{slice, model.get()}, {throws, model.get()}, {still, model.get()}};
  EXPECT_EQ(favourite(bad), 1U);
  const SamplerChoice c = choose(bad);
  EXPECT_EQ(chosen(c), "slice");
  EXPECT_THAT(c.pilots[1].outcome.words(), HasSubstr("nobody"));
  EXPECT_EQ(c.pilots[2].outcome.words(), "its draws do not vary");
}

SamplerCandidate called(const std::string& name, const Model& model, double worth) {
  SamplerCandidate c = contenders_of(model)[0].sampler;
  c.name = name;
  c.worth = worth;
  return c;
}

TEST(Choose, DoesNotTakeWhoDisagreesWithSlice) {
  const auto right = independent(1), wrong = independent(0.6);
  const std::vector<Contender> all{{called("slice", *right, 1), right.get()},
                                   {called("gaussian_block", *right, 3), wrong.get()},
                                   {called("nuts", *right, 1), wrong.get()}};
  const SamplerChoice c = choose(all);
  EXPECT_EQ(chosen(c), "slice");
  EXPECT_THAT(c.pilots[1].outcome.words(), HasSubstr("disagrees with slice on x["));
  ASSERT_EQ(c.warnings.size(), 2U);
  EXPECT_THAT(c.warnings[0], HasSubstr("gaussian_block"));
  EXPECT_THAT(c.warnings[0], HasSubstr("+-"));
  EXPECT_EQ(choice_record(c)["disagreements"].size(), 2U);
  EXPECT_EQ(choice_record(c)["disagreements"][0]["a"]["sampler"], "slice");
}

TEST(Choose, SaysSoWhenNobodyCanTellWhoIsRight) {
  const auto one = independent(1), other = independent(0.6);
  const std::vector<Contender> all{{called("newton", *one, 1), one.get()},
                                   {called("nuts", *one, 1), other.get()}};
  const SamplerChoice c = choose(all);
  ASSERT_EQ(c.warnings.size(), 1U);
  EXPECT_THAT(c.warnings[0], HasSubstr("none is known to be right"));
}

TEST(Choose, HasNothingToWarnOfWhereAllAreRight) {
  for (const auto& model : {wide_logistic(), narrow_ridge(), test::eight_schools(), independent(1)})
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      const SamplerChoice c = choose(contenders_of(*model), seed);
      EXPECT_TRUE(c.disputes.empty()) << choice_record(c).dump(1);
    }
}

TEST(Choose, DoesNotTakeWhoRunsAway) {
  const auto right = independent(1);
  ModelBuilder b;
  const Var x = b.real("x", 3);
  b.factor("bernoulli_logit", {std::vector<double>{1, 1, 1}, x});  // no prior
  const auto improper = b.build();
  const std::vector<Contender> all{{called("slice", *right, 1), right.get()},
                                   {called("newton", *right, 3), improper.get()}};
  const SamplerChoice c = choose(all);
  EXPECT_EQ(chosen(c), "slice");
  EXPECT_THAT(c.pilots[1].outcome.words(), HasSubstr("runs away, x["));
  ASSERT_EQ(c.warnings.size(), 1U);
  EXPECT_THAT(c.warnings[0], HasSubstr("proper priors"));
}

TEST(Choose, KeepsTheFavouriteWhenStoppedAtOnce) {
  const auto model = wide_logistic();
  ChooseSettings s;
  s.warmup = s.sweeps = 1'000'000;
  const SamplerChoice c = choose_sampler(contenders_of(*model), s, [] { return false; });
  EXPECT_TRUE(c.stopped);
  EXPECT_EQ(c.chosen, favourite(contenders_of(*model)));
}

TEST(Choose, LetsWhatTheCallbackThrowsOut) {
  const auto model = wide_logistic();
  EXPECT_THROW(choose_sampler(contenders_of(*model), {}, []() -> bool { throw std::domain_error("no"); }),
               std::domain_error);
}

TEST(Choose, LeavesTheStreamsOfTheRunAlone) {
  for (const auto& model : {wide_logistic(), narrow_ridge()}) {
    SampleSettings s{.chains = 2, .warmup = 100, .draws = 50, .seed = 5};
    const Fit fit = sample(*model, s);
    s.sampler = fit.sampler();
    const Fit named = sample(*model, s);
    EXPECT_FALSE(fit.sampler_reason().empty());
    EXPECT_TRUE(named.sampler_reason().empty());
    EXPECT_EQ(named.sampler(), fit.sampler());
    for (std::size_t c = 0; c < 2; ++c)
      EXPECT_TRUE(std::ranges::equal(fit.values(c, std::size_t{0}), named.values(c, std::size_t{0})));
  }
}

TEST(Pilot, LooksAtEverythingThatStandsAloneAndAtSomeOfTheRest) {
  ModelBuilder b;
  const Var x = b.real("x", 1000);
  const Var s = b.positive("s");
  b.factor("normal", {x, 0, s});
  b.factor("exponential", {s, 1});
  const auto picks = pick_outputs(*b.build());
  EXPECT_GE(picks.size(), 90U);
  EXPECT_LE(picks.size(), 102U);
  EXPECT_EQ(picks.back(), 1000U);
}

TEST(Pilot, IsNotGivenUpBeforeAHandfulOfDrawsWhileItHasPatience) {
  const auto model = test::eight_schools();
  ChainSettings settings;
  settings.warmup = 50;
  const std::atomic<bool> stop{false};
  const auto run = [&](const PilotLimits& limits) {
    return run_pilot_chain(*model, Plan(*model), settings, 1, {}, pick_outputs(*model), limits, stop);
  };
  const double hopeless = 1e6;  // draws per row
  const PilotChain patient = run({inf, hopeless, inf});
  EXPECT_TRUE(patient.too_dear);
  EXPECT_EQ(patient.draws, 10U);
  const PilotChain impatient = run({inf, hopeless, 0});
  EXPECT_TRUE(impatient.too_dear);
  EXPECT_EQ(impatient.sweeps, 1U);
  const PilotChain cheap = run({inf, 1e-9, 0});
  EXPECT_FALSE(cheap.too_dear);
  EXPECT_EQ(cheap.draws, 50U);
}

}  // namespace
}  // namespace cggibbs
