// Simulation-based calibration (Talts et al. 2018): the rank of the true parameters, and of their likelihood,
// among the draws of whole chains is uniform.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/test_statistics.hpp"
#include "run/chain.hpp"
#include "support/joint_law.hpp"
#include "support/net_samplers.hpp"

namespace cggibbs::test {
namespace {

constexpr std::size_t n_draws = 99;  ///< ranks 0..99

struct Calibration {
  GlmCase model;
  std::size_t thin;  ///< sweeps until draws are almost independent
};

/// Parameters, and a quantity that knows the data: without one a posterior that ignores them would pass.
std::vector<double> quantities(const Model& model, const State& state) {
  std::vector<double> all;
  for (const auto& variate : read_variates(model, state))
    all.insert(all.end(), variate.begin(), variate.end());
  all.push_back(factor_log_density(model, state.values.data(), model.factors()[likelihood_of(model)]));
  return all;
}

/// p value of the least uniform ranks, times the number of comparisons. The chain believes the data to have
/// come from `believed`.
double sbc_p(const Calibration& c, const GlmCase& believed, int simulations,
             const GibbsSettings& gibbs = {}) {
  const JointLaw law(c.model);
  Rng rng(1, 0);
  std::vector<std::vector<double>> ranks;  // by quantity
  for (int s = 0; s < simulations;) {
    const auto truth = law.draw(rng);
    if (!truth) continue;
    const auto model = believed.model(truth->y);
    const auto exact = quantities(*truth->model, truth->state);
    ranks.resize(exact.size());
    std::vector<double> below(exact.size(), 0.0);
    const Plan plan(*model);
    Chain chain(*model, plan, {.gibbs = gibbs, .seed = 7, .warmup = 300, .thin = c.thin},
                static_cast<std::uint64_t>(s), {});
    while (chain.draws() < n_draws) {
      if (!chain.sweep()) continue;
      const auto draw = quantities(*model, chain.state());
      // Ties (indicators) are split at random.
      for (std::size_t k = 0; k < draw.size(); ++k)
        below[k] += draw[k] < exact[k] || (draw[k] == exact[k] && rng.uniform() < 0.5);
    }
    for (std::size_t k = 0; k < exact.size(); ++k) ranks[k].push_back(below[k]);
    ++s;
  }
  double p = 1;
  const std::vector<double> uniform(10, 0.1);
  for (const auto& r : ranks) {
    std::vector<double> bins(10, 0.0), spread;
    for (double v : r) {
      bins[static_cast<std::size_t>(v) / 10] += 1;
      spread.push_back((v + rng.uniform()) / (n_draws + 1));
    }
    p = std::min({p, chi_square(bins, uniform), ks_one_sample(spread, [](double u) { return u; })});
  }
  return 2 * p * static_cast<double>(ranks.size());
}

std::vector<Calibration> models() {
  const auto priors = coefficient_priors();
  const FamilyLink logistic{Family::bernoulli, Link::logit};
  const FamilyLink counts{Family::poisson, Link::log};
  return {{glm_case(logistic, priors[0], Decorrelate::automatic), 4},
          {glm_case(logistic, priors[3]), 15},
          {glm_case(counts, priors[0], Decorrelate::automatic, Groups::intercepts), 40}};
}

/// Three models, one false alarm in two hundred seeds.
constexpr double smallest_p = 0.005 / 3;

class Sbc : public testing::TestWithParam<Calibration> {};
TEST_P(Sbc, RanksAreUniform) {
  EXPECT_GT(sbc_p(GetParam(), GetParam().model, 100), smallest_p);
}

class LongSbc : public testing::TestWithParam<Calibration> {};
TEST_P(LongSbc, RanksAreUniform) {
  EXPECT_GT(sbc_p(GetParam(), GetParam().model, 1000), smallest_p);
}

const auto name_of = [](const auto& instance) { return instance.param.model.name; };
INSTANTIATE_TEST_SUITE_P(Models, Sbc, testing::ValuesIn(models()), name_of);
INSTANTIATE_TEST_SUITE_P(Models, LongSbc, testing::ValuesIn(models()), name_of);

/// What else --sampler auto may choose, each on models in its own coordinates.
struct BySampler {
  Calibration calibration;
  NetSampler sampler;
  std::string name() const { return sampler.name + "_" + calibration.model.name; }
};

std::vector<BySampler> by_sampler(bool all_models) {
  const auto priors = coefficient_priors();
  const FamilyLink logistic{Family::bernoulli, Link::logit};
  const FamilyLink gaussian{Family::gaussian, Link::identity};
  const FamilyLink counts{Family::poisson, Link::log};
  std::vector<BySampler> all;
  for (const NetSampler& s : automatic_samplers()) {
    if (s.name == "stepping") continue;  // the tests above
    const bool trajectories = s.settings.sampler == "nuts";
    all.push_back({{glm_case(gaussian, priors[1]), trajectories ? 2U : 10U}, s});
    if (!all_models) continue;
    all.push_back({{glm_case(logistic, priors[3]), trajectories ? 2U : 10U}, s});
    all.push_back(
        {{glm_case(counts, priors[0], Decorrelate::off, Groups::intercepts), trajectories ? 20U : 40U}, s});
  }
  return all;
}

constexpr double smallest_p_of_samplers = 0.005 / 16;

class SbcOf : public testing::TestWithParam<BySampler> {};
TEST_P(SbcOf, RanksAreUniform) {
  const auto& [c, sampler] = GetParam();
  EXPECT_GT(sbc_p(c, c.model, 60, full_settings(sampler)), smallest_p_of_samplers);
}

class LongSbcOf : public testing::TestWithParam<BySampler> {};
TEST_P(LongSbcOf, RanksAreUniform) {
  const auto& [c, sampler] = GetParam();
  EXPECT_GT(sbc_p(c, c.model, 500, full_settings(sampler)), smallest_p_of_samplers);
}

const auto pair_name = [](const auto& instance) { return instance.param.name(); };
INSTANTIATE_TEST_SUITE_P(Samplers, SbcOf, testing::ValuesIn(by_sampler(false)), pair_name);
INSTANTIATE_TEST_SUITE_P(Samplers, LongSbcOf, testing::ValuesIn(by_sampler(true)), pair_name);

TEST(SbcMutants, ALikelihoodCountedTwiceIsCaught) {
  const Calibration c = models()[0];
  GlmCase wrong = c.model;
  wrong.design.weights.assign(wrong.design.rows, 2.0);
  EXPECT_LT(sbc_p(c, wrong, 200), smallest_p);
}

}  // namespace
}  // namespace cggibbs::test
