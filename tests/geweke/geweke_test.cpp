// Geweke's joint distribution test (JASA 2004): independent draws of parameters and data against a chain that
// alternates a sweep given the data with new data given the parameters.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/test_statistics.hpp"
#include "diagnostics/mcse.hpp"
#include "samplers/gibbs.hpp"
#include "support/joint_law.hpp"
#include "support/net_samplers.hpp"

namespace cggibbs::test {
namespace {

/// Keeps moments finite whatever the tails.
double squash(double x) {
  return x / (1 + std::abs(x));
}

/// First, second and cross moments of parameters and data.
std::vector<double> moments(const Model& model, const State& state) {
  std::vector<double> theta;
  for (const auto& variate : read_variates(model, state))
    for (double v : variate) theta.push_back(squash(v));
  const Factor& f = model.factors()[likelihood_of(model)];
  const double* y = value(model, state.values.data(), f.args[0]);
  double mean_y = 0;
  for (std::size_t i = 0; i < f.size; ++i) mean_y += squash(y[i]) / static_cast<double>(f.size);
  theta.push_back(mean_y);
  std::vector<double> all = theta;
  for (std::size_t i = 0; i < theta.size(); ++i)
    for (std::size_t j = i; j < theta.size(); ++j) all.push_back(theta[i] * theta[j]);
  return all;
}

struct Series {
  std::vector<std::vector<double>> values;  ///< by moment
  void add(const std::vector<double>& m) {
    values.resize(m.size());
    for (std::size_t k = 0; k < m.size(); ++k) values[k].push_back(m[k]);
  }
};

Series independent(const GlmCase& c, int length) {
  const JointLaw law(c);
  Rng rng(1, 0);
  Series s;
  for (int t = 0; t < length; ++t)
    if (const auto r = law.draw(rng)) s.add(moments(*r->model, r->state));
  return s;
}

/// A sweep without adaptation.
void plain_sweep(const Model& model, State& state, Rng& rng) {
  const Plan plan(model);
  GibbsCore core(model, plan, state, {.slice = {}});
  core.sweep<false>(rng);
}

/// The sweep believes the data to have come from `believed`.
Series successive(const GlmCase& c, const GlmCase& believed, int length, const Step& sweep) {
  const JointLaw law(c);
  Rng rng(2, 0);
  auto r = law.draw(rng);
  while (!r) r = law.draw(rng);
  Series s;
  for (int t = 0; t < length; ++t) {
    const auto model = believed.model(r->y);
    State state = make_state(*model);
    place(*model, state, read_variates(*r->model, r->state));
    sweep(*model, state, rng);
    place(*r->model, r->state, read_variates(*model, state));
    *r = law.renew_data(*r, rng);
    s.add(moments(*r->model, r->state));
  }
  return s;
}

/// p value of the worst moment, times their number.
double geweke_p(const GlmCase& c, const GlmCase& believed, int length, const Step& sweep = plain_sweep) {
  const Series a = independent(c, length);
  const Series b = successive(c, believed, length, sweep);
  double p = 1;
  std::size_t comparisons = 0;
  for (std::size_t k = 0; k < a.values.size(); ++k) {
    const std::span<const double> one_a[] = {a.values[k]};
    const std::span<const double> one_b[] = {b.values[k]};
    double mean_a = 0;
    double mean_b = 0;
    for (double v : a.values[k]) mean_a += v / static_cast<double>(a.values[k].size());
    for (double v : b.values[k]) mean_b += v / static_cast<double>(b.values[k].size());
    const double error = std::hypot(mcse_mean(one_a), mcse_mean(one_b));
    p = std::min(p, two_sided_normal((mean_a - mean_b) / error));
    ++comparisons;
  }
  return p * static_cast<double>(comparisons);
}

std::vector<GlmCase> cases() {
  const auto priors = coefficient_priors();
  return {glm_case({Family::gaussian, Link::identity}, priors[0]),
          glm_case({Family::bernoulli, Link::logit}, priors[0], Decorrelate::off, Groups::slopes),
          glm_case({Family::poisson, Link::log}, priors[6]),
          glm_case({Family::negative_binomial, Link::log}, priors[3]),
          glm_case({Family::gamma, Link::log}, priors[1], Decorrelate::on)};
}

/// Over five models; with their fifty or so moments each, |z| up to 4.2 passes.
constexpr double smallest_p = 0.005 / 5;

class Geweke : public testing::TestWithParam<GlmCase> {};
TEST_P(Geweke, BothSimulatorsHaveTheSameMoments) {
  EXPECT_GT(geweke_p(GetParam(), GetParam(), 20000), smallest_p);
}

class LongGeweke : public testing::TestWithParam<GlmCase> {};
TEST_P(LongGeweke, BothSimulatorsHaveTheSameMoments) {
  EXPECT_GT(geweke_p(GetParam(), GetParam(), 500000), smallest_p);
}

const auto name_of = [](const auto& instance) { return instance.param.name; };
INSTANTIATE_TEST_SUITE_P(Models, Geweke, testing::ValuesIn(cases()), name_of);
INSTANTIATE_TEST_SUITE_P(Models, LongGeweke, testing::ValuesIn(cases()), name_of);

/// What else --sampler auto may choose, each on models in its own coordinates.
struct BySampler {
  GlmCase model;
  NetSampler sampler;
  std::string name() const { return sampler.name + "_" + model.name; }
};

std::vector<BySampler> by_sampler() {
  const auto priors = coefficient_priors();
  std::vector<BySampler> all;
  for (const NetSampler& s : automatic_samplers()) {
    if (s.name == "stepping") continue;  // the tests above
    all.push_back(
        {glm_case({Family::gaussian, Link::identity}, priors[0], Decorrelate::off, Groups::intercepts), s});
    all.push_back({glm_case({Family::poisson, Link::log}, priors[3]), s});
  }
  return all;
}

/// Eight pairs; |z| up to 4.3 passes.
constexpr double smallest_p_of_samplers = 0.005 / 8;

class GewekeOf : public testing::TestWithParam<BySampler> {};
TEST_P(GewekeOf, BothSimulatorsHaveTheSameMoments) {
  const auto& [model, sampler] = GetParam();
  EXPECT_GT(geweke_p(model, model, 1500, warmed_sweeps(sampler, 1)), smallest_p_of_samplers);
}

class LongGewekeOf : public testing::TestWithParam<BySampler> {};
TEST_P(LongGewekeOf, BothSimulatorsHaveTheSameMoments) {
  const auto& [model, sampler] = GetParam();
  EXPECT_GT(geweke_p(model, model, 20000, warmed_sweeps(sampler, 1)), smallest_p_of_samplers);
}

const auto pair_name = [](const auto& instance) { return instance.param.name(); };
INSTANTIATE_TEST_SUITE_P(Samplers, GewekeOf, testing::ValuesIn(by_sampler()), pair_name);
INSTANTIATE_TEST_SUITE_P(Samplers, LongGewekeOf, testing::ValuesIn(by_sampler()), pair_name);

TEST(GewekeMutants, ALikelihoodWithWrongWeightsIsCaught) {
  const GlmCase c = cases()[0];
  GlmCase wrong = c;
  wrong.design.weights.assign(c.design.rows, 1.0);
  for (std::size_t i = 0; i < 3; ++i) wrong.design.weights[i] = 2;
  EXPECT_LT(geweke_p(c, wrong, 20000), smallest_p);
}

TEST(GewekeMutants, AWrongPriorIsCaught) {
  const GlmCase c = cases()[1];
  GlmCase wrong = c;
  wrong.settings.sd_prior = Prior{PriorKind::half_normal, {1.2}};
  EXPECT_LT(geweke_p(c, wrong, 20000), smallest_p);
}

}  // namespace
}  // namespace cggibbs::test
