// Every sampler agrees with exact posteriors, or with coordinate slice, in means, squares and quantiles at sizes where
// errors of conditioning show.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agreement/flat_cases.hpp"
#include "agreement/reference.hpp"
#include "support/joint_law.hpp"
#include "support/net_cases.hpp"
#include "support/net_samplers.hpp"

namespace cggibbs::test {
namespace {

/// Moves along coordinates or in their scales, without learning how they are correlated.
bool coordinatewise(const NetSampler& s) {
  return s.name == "stepping" || s.name == "doubling" || s.name == "random_walk" || s.name == "hmc" ||
         s.name == "nuts";
}

bool follows_trajectories(const NetSampler& s) {
  return s.settings.kernel == Kernel::nuts || s.settings.kernel == Kernel::hmc;
}

void expect_agreement(const Reference& reference, const Model& model, const NetSampler& sampler,
                      RunLength length) {
  SCOPED_TRACE(sampler.name);
  if (sampler.name == "random_walk") length.thin *= 5;
  try {
    EXPECT_EQ(fault(agreement(reference, run_chains(model, full_settings(sampler), length))), "");
  } catch (const std::exception& e) {
    ADD_FAILURE() << e.what();
  }
}

void check_flat(const FlatCase& c, const RunLength& length, bool all) {
  const Reference exact = exact_reference(c.settings, c.design);
  const auto model = build_glm(c.settings, c.design).model;
  GlmSettings rotated = c.settings;
  rotated.decorrelate = Decorrelate::on;
  const auto easier = build_glm(rotated, c.design).model;
  for (const NetSampler& sampler : net_samplers()) {
    if (!all && !sampler.automatic) continue;
    const bool rotate = (c.hard && coordinatewise(sampler)) || (c.singular && follows_trajectories(sampler));
    expect_agreement(exact, rotate ? *easier : *model, sampler, length);
  }
}

const auto flat_name = [](const auto& instance) { return instance.param.name; };

class FlatPriors : public testing::TestWithParam<FlatCase> {};
TEST_P(FlatPriors, GiveTheExactPosterior) {
  check_flat(GetParam(), {.chains = 2, .warmup = 400, .draws = 1000}, false);
}
INSTANTIATE_TEST_SUITE_P(Of, FlatPriors, testing::ValuesIn(flat_cases()), flat_name);

class LongFlatPriors : public testing::TestWithParam<FlatCase> {};
TEST_P(LongFlatPriors, GiveTheExactPosterior) {
  for (const std::uint64_t seed : {2, 3, 4})
    check_flat(GetParam(), {.chains = 4, .warmup = 1000, .draws = 3000, .seed = seed}, true);
}
std::vector<FlatCase> long_flat_cases() {
  auto all = flat_cases();
  all[0] = log_heights(400);
  all[2] = incomes(30);
  return all;
}
INSTANTIATE_TEST_SUITE_P(Of, LongFlatPriors, testing::ValuesIn(long_flat_cases()), flat_name);

}  // namespace
}  // namespace cggibbs::test
