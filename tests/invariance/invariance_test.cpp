// Every kernel leaves the posterior of every family, link and prior invariant.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "graph/start.hpp"
#include "invariance/invariance.hpp"
#include "samplers/choose/factory.hpp"
#include "samplers/gibbs.hpp"

namespace cggibbs::test {
namespace {

struct NamedKernel {
  std::string name;
  GibbsSettings settings;
};

const std::vector<NamedKernel>& kernels() {
  static const std::vector<NamedKernel> all{
      {"stepping", {.slice = {}}},
      {"doubling", {.slice = {.kind = SliceKind::doubling}, .width = 10}},  // as in the paper
      {"block", {.sampler = "gaussian_block", .slice = {}}},
      {"newton", {.sampler = "newton", .slice = {}}},
      {"latent", {.sampler = "latent", .slice = {}}},
      {"random_walk", {.sampler = "random_walk", .slice = {}, .width = 0.5, .scan = Scan::rpgs}},
      // Steps that are coarse for some models and fine for others; trees short enough for a quick test.
      {"nuts", {.sampler = "nuts", .slice = {}, .hamiltonian = {.max_depth = 4, .step_size = 0.3}}},
      {"hmc", {.sampler = "hmc", .slice = {}, .hamiltonian = {.integration_time = 1, .step_size = 0.2}}},
  };
  return all;
}

/// One sweep without adaptation.
Step sweep(const GibbsSettings& settings) {
  return [=](const Model& model, State& state, Rng& rng) {
    const Plan plan(model);
    GibbsCore core(model, plan, state, settings, make_blocks(model, settings, 0));
    core.sweep<false>(rng);
  };
}

/// One sweep after a short warmup from elsewhere: what was learned depends on the data, not on the state. Newton looks
/// for slow directions after ten sweeps.
Step warmed_sweep(const GibbsSettings& settings) {
  return [=](const Model& model, State& state, Rng& rng) {
    const Plan plan(model);
    State elsewhere = make_state(model);
    draw_valid_start(model, elsewhere, rng);
    GibbsCore core(model, plan, elsewhere, settings, make_blocks(model, settings, 0));
    const int warmup = settings.sampler == "newton" ? 12 : 3;
    for (int s = 0; s < warmup; ++s) core.sweep<true>(rng);
    core.freeze();
    elsewhere = state;
    core.conditional().sync();
    core.sweep<false>(rng);
    state = elsewhere;
  };
}

struct Case {
  NamedKernel kernel;
  std::vector<GlmCase> models;
  std::string name;
};

void check(const Case& c, int replicates, double smallest) {
  for (const auto& model : c.models) {
    const auto& settings = c.kernel.settings;
    const bool learns =
        settings.sampler == "gaussian_block" || settings.sampler == "newton" || settings.sampler == "latent";
    const Step step = learns ? warmed_sweep(settings) : sweep(settings);
    const Outcome o = invariance(model, step, replicates, 1);
    EXPECT_GT(o.p, smallest) << c.kernel.name << ", " << model.name << ": " << o.worst;
    EXPECT_LT(static_cast<double>(o.unusable), 0.5 * replicates) << model.name;
  }
}

class Invariance : public testing::TestWithParam<Case> {};
TEST_P(Invariance, OfOneSweep) {
  // A replicate of newton costs as much as three of another.
  check(GetParam(), GetParam().kernel.settings.sampler == "newton" ? 1000 : 2000, smallest_p);
}

/// Half as many replicates again as in the quick test or more, of every combination. Three times as many would find defects of little more
/// than half the size.
class ThoroughInvariance : public testing::TestWithParam<Case> {};
TEST_P(ThoroughInvariance, OfOneSweep) {
  check(GetParam(), 3000, smallest_thorough_p);
}

/// Group effects, and coordinates that are rotated.
std::vector<Case> further_cases() {
  std::vector<Case> all;
  const auto priors = coefficient_priors();
  for (const auto& kernel : kernels()) {
    std::vector<GlmCase> groups, rotated, few;
    for (const FamilyLink fl :
         {FamilyLink{Family::gaussian, Link::identity}, FamilyLink{Family::bernoulli, Link::logit},
          FamilyLink{Family::poisson, Link::log}}) {
      groups.push_back(glm_case(fl, priors[0], Decorrelate::off, Groups::intercepts));
      groups.push_back(glm_case(fl, priors[4], Decorrelate::off, Groups::slopes));
      groups.push_back(glm_case(fl, priors[0], Decorrelate::off, Groups::correlated));
      rotated.push_back(glm_case(fl, priors[groups.size() / 3], Decorrelate::on));
      few.push_back(few_valued_case(fl, priors[groups.size() / 3]));
    }
    few.push_back(few_valued_case({Family::gamma, Link::log}, priors[0]));
    rotated.push_back(glm_case({Family::gamma, Link::log}, priors[0], Decorrelate::on, Groups::slopes));
    all.push_back({kernel, groups, kernel.name + "_groups"});
    all.push_back({kernel, rotated, kernel.name + "_rotated"});
    all.push_back({kernel, few, kernel.name + "_few_values"});
  }
  return all;
}

/// Every kernel with every family and link, and with every prior in turn.
std::vector<Case> quick_cases() {
  std::vector<Case> all = further_cases();
  const auto priors = coefficient_priors();
  std::size_t turn = 0;
  for (const auto& kernel : kernels())
    for (const FamilyLink fl : family_links()) {
      const GlmCase model = glm_case(fl, priors[turn++ % priors.size()]);
      all.push_back({kernel, {model}, kernel.name + "_" + model.name});
    }
  return all;
}

/// All combinations.
std::vector<Case> thorough_cases() {
  std::vector<Case> all = further_cases();
  for (const auto& kernel : kernels())
    for (const FamilyLink fl : family_links()) {
      std::vector<GlmCase> models;
      for (const auto& prior : coefficient_priors()) models.push_back(glm_case(fl, prior));
      for (const auto& prior : plain_priors()) models.push_back(glm_case(fl, prior, Decorrelate::on));
      all.push_back({kernel, models, fmt::format("{}_{}_{}", kernel.name, name(fl.family), name(fl.link))});
    }
  return all;
}

const auto name_of = [](const auto& instance) { return instance.param.name; };
INSTANTIATE_TEST_SUITE_P(Quick, Invariance, testing::ValuesIn(quick_cases()), name_of);
INSTANTIATE_TEST_SUITE_P(Long, ThoroughInvariance, testing::ValuesIn(thorough_cases()), name_of);

}  // namespace
}  // namespace cggibbs::test
