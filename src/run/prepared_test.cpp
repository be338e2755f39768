// From settings to what runs.
#include "run/prepared.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <map>
#include <string>

#include "graph/test_models.hpp"
#include "samplers/choose/factory.hpp"

namespace cggibbs {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

/// Two forms, which need not be one posterior here.
Problem two_forms() {
  Rng rng(1, 0);
  const auto form = [&] { return test::logistic(test::dense(40, 3, rng), test::coin_flips(40, rng)); };
  return {.model = form(), .rotated = form()};
}

FitSettings settings_of(const std::string& sampler) {
  FitSettings s;
  s.draws = s.chain.warmup = 50;
  set_sampler(sampler, s.chain.gibbs);
  return s;
}

TEST(Prepared, RunsTheFormThatItsSamplerTakes) {
  const Problem problem = two_forms();
  const Prepared slice = prepare(problem, settings_of("slice"), "slice");
  EXPECT_EQ(slice.model, problem.rotated);
  EXPECT_TRUE(slice.is_rotated());
  EXPECT_TRUE(slice.contenders.empty());
}

TEST(Prepared, HasTheChoiceOfAutoAndItsForm) {
  const Problem problem = two_forms();
  Prepared p = prepare(problem, settings_of("auto"), "auto");
  EXPECT_EQ(p.sampler, "auto");
  ASSERT_FALSE(p.contenders.empty());
  for (const auto& c : p.contenders)
    EXPECT_EQ(c.model, problem.form(c.sampler.row->finds_axes).get()) << c.sampler.name;
  settle(p, [] { return true; });
  EXPECT_NE(p.sampler, "auto");
  EXPECT_EQ(p.model, problem.form(find_sampler(p.settings.chain.gibbs.sampler).finds_axes));
  EXPECT_EQ(p.choice.pilots[p.choice.chosen].name, p.sampler);
  const auto record = configuration_record(p);
  EXPECT_EQ(record["sampler"], p.sampler);
  EXPECT_EQ(record["decorrelate"], p.is_rotated());
  EXPECT_EQ(record["sampler_choice"]["chosen"], p.sampler);
}

/// With the most draws in mind they would take three times as much.
TEST(Prepared, PilotsOfARunThatMayEndAtItsFirstCheckTakeAShareOfThatRun) {
  Rng rng(3, 0);
  const auto model = test::logistic(test::dense(5000, 60, rng), test::coin_flips(5000, rng));
  FitSettings s;
  s.chains = 4;
  s.chain.warmup = 200;
  s.draws = 1'000'000;
  s.until.ess = 100;
  Prepared p = prepare({.model = model}, s, "auto");
  std::map<std::string, double> price;
  for (const auto& c : p.contenders) price[c.sampler.name] = c.sampler.price;
  settle(p, [] { return true; });
  const PilotReport& chosen = p.choice.pilots[p.choice.chosen];
  const double run = 4 * (200 + 100) * chosen.sweep_cost * price[chosen.name];
  EXPECT_LE(p.choice.cost, std::max(0.15 * run, 3e8)) << choice_record(p.choice).dump(1);
}

TEST(Prepared, LeavesNothingToChooseWhereKernelsAreNamed) {
  FitSettings s = settings_of("auto");
  s.chain.gibbs.assigned = {{"beta", "nuts"}};
  const Prepared p = prepare(two_forms(), s, "auto");
  EXPECT_EQ(p.sampler, "slice");
  EXPECT_TRUE(p.contenders.empty());
  const auto record = configuration_record(p);
  EXPECT_EQ(record["block"], "beta=nuts");
  EXPECT_EQ(record["metric"], "diag");
  EXPECT_FALSE(record.contains("sampler_choice"));
}

TEST(Prepared, RefusesSettingsThatExcludeEachOther) {
  FitSettings s;
  s.save_warmup = true;
  s.chain.warmup = 10;
  s.chain.thin = 3;
  EXPECT_THAT([&] { check_settings(s); }, ThrowsMessage<Error>(HasSubstr("3 does not divide 10")));
  s.chain.thin = 5;
  EXPECT_NO_THROW(check_settings(s));
  s.format = &draws_online;
  EXPECT_THAT([&] { check_settings(s); },
              ThrowsMessage<Error>(HasSubstr("`save_warmup` and `summary_only`")));
  s.save_warmup = false;
  s.until.ess = 1e6;
  EXPECT_THAT([&] { check_settings(s); }, ThrowsMessage<Error>(HasSubstr("up to 10000 only")));
}

}  // namespace
}  // namespace cggibbs
