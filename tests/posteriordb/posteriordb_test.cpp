// Means and standard deviations of twenty posteriors against exact values, or against Stan's draws.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "base/test_paths.hpp"
#include "diagnostics/summary.hpp"
#include "posteriordb/posteriors.hpp"
#include "run/chain.hpp"
#include "support/net_samplers.hpp"

namespace cggibbs {
namespace {

using nlohmann::json;

const std::filesystem::path folder = std::filesystem::path(test::shared_dir) / "reference" / "posteriordb";

json read(const std::filesystem::path& file) {
  return json::parse(std::ifstream(file));
}

/// Draws of every output: columns of chains.
std::vector<Draws> sample(const Model& model, std::size_t chains, std::size_t length,
                          const GibbsSettings& gibbs = {}) {
  const Plan plan(model);
  std::vector<Draws> all;
  for (std::size_t o = 0; o < model.n_outputs(); ++o) all.emplace_back(chains, length);
  for (std::size_t c = 0; c < chains; ++c) {
    Chain chain(model, plan, {.gibbs = gibbs, .seed = 20250, .warmup = 1000}, c, {});
    std::size_t at = c * length;
    while (chain.draws() < length)
      if (const Draw* draw = chain.sweep()) {
        for (std::size_t o = 0; o < draw->values.size(); ++o) all[o].flat()[at] = draw->values[o];
        ++at;
      }
  }
  return all;
}

class PosteriorDb : public testing::TestWithParam<std::string> {};

TEST_P(PosteriorDb, MeansAndStandardDeviationsAgreeWithTheReference) {
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "the reference posteriors are not here: " << folder;
  const auto data = read(folder / GetParam() / "data.json");
  const auto reference = read(folder / GetParam() / "reference.json").at("parameters");
  const auto posterior = test::make_posterior(GetParam(), data);
  const auto draws = sample(*posterior.model, 4, posterior.draws);
  const auto names = posterior.model->output_names();

  std::size_t compared = 0;
  for (std::size_t o = 0; o < names.size(); ++o) {
    const auto renamed = posterior.names.find(names[o]);
    const std::string& name = renamed == posterior.names.end() ? names[o] : renamed->second;
    ASSERT_TRUE(reference.contains(name)) << name;
    const auto& r = reference.at(name);
    const bool exact = r.contains("exact_mean");
    const double mean = r.at(exact ? "exact_mean" : "mean");
    const double sd = r.at(exact ? "exact_sd" : "sd");
    const double mcse_mean = exact ? 0.0 : r.at("mcse_mean").get<double>();
    const double mcse_sd = exact ? 0.0 : r.at("mcse_sd").get<double>();
    const Summary s = summarize(draws[o]);
    EXPECT_LE(std::abs(s.mean - mean), 4 * std::hypot(s.mcse_mean, mcse_mean)) << name;
    EXPECT_NEAR(s.sd / sd, 1, std::max(0.03, 4 * mcse_sd / sd)) << name;
    EXPECT_LE(std::abs(s.sd - sd), 4 * std::hypot(s.mcse_sd, mcse_sd)) << name;
    // Otherwise the two above would say little.
    EXPECT_LT(s.mcse_sd / sd, 0.007) << name << ", " << s.ess_bulk << " effective draws";
    EXPECT_LT(s.rhat, 1.01) << name;
    RecordProperty(name, fmt::format("z_mean {:.2f} z_sd {:.2f} sd_ratio {:.4f} mcse_sd {:.4f} ess {:.0f}",
                                     (s.mean - mean) / std::hypot(s.mcse_mean, mcse_mean),
                                     (s.sd - sd) / std::hypot(s.mcse_sd, mcse_sd), s.sd / sd, s.mcse_sd / sd,
                                     s.ess_bulk));
    ++compared;
  }
  EXPECT_EQ(compared, reference.size());
}

INSTANTIATE_TEST_SUITE_P(All, PosteriorDb, testing::ValuesIn(test::posterior_names()),
                         [](const auto& instance) {
                           std::string name = instance.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

void check(const Model& model, const test::Posterior& posterior, const json& reference, std::size_t length,
           const GibbsSettings& gibbs, double largest_z) {
  const auto draws = sample(model, 4, length, gibbs);
  const auto names = model.output_names();
  for (std::size_t o = 0; o < names.size(); ++o) {
    const auto renamed = posterior.names.find(names[o]);
    const auto& r = reference.at(renamed == posterior.names.end() ? names[o] : renamed->second);
    const bool exact = r.contains("exact_mean");
    const double mean = r.at(exact ? "exact_mean" : "mean"), sd = r.at(exact ? "exact_sd" : "sd");
    const double mcse_mean = exact ? 0.0 : r.at("mcse_mean").get<double>();
    const double mcse_sd = exact ? 0.0 : r.at("mcse_sd").get<double>();
    const Summary s = summarize(draws[o]);
    EXPECT_LE(std::abs(s.mean - mean), largest_z * std::hypot(s.mcse_mean, mcse_mean)) << names[o];
    EXPECT_LE(std::abs(s.sd - sd), largest_z * std::hypot(s.mcse_sd, mcse_sd)) << names[o];
    EXPECT_LT(s.mcse_mean / sd, 0.04) << names[o] << ", " << s.ess_bulk << " effective draws";
    EXPECT_LT(s.rhat, 1.01) << names[o];
  }
}

class PosteriorDbByNuts : public testing::TestWithParam<std::tuple<std::string, MetricKind>> {};

TEST_P(PosteriorDbByNuts, MeansAndStandardDeviationsAgreeWithTheReference) {
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "the reference posteriors are not here: " << folder;
  const auto& [which, metric] = GetParam();
  const auto reference = read(folder / which / "reference.json").at("parameters");
  const auto posterior = test::make_posterior(which, read(folder / which / "data.json"));
  GibbsSettings gibbs;
  gibbs.sampler = "nuts";
  gibbs.hamiltonian.metric = metric;
  gibbs.hamiltonian.target_accept = 0.9;
  check(*posterior.model, posterior, reference, 1500, gibbs, 4);
}

INSTANTIATE_TEST_SUITE_P(
    Some, PosteriorDbByNuts,
    testing::Combine(testing::Values("arK-arK", "kidiq-kidscore_momiq", "mesquite-logmesquite_logva",
                                     "nes1980-nes", "sblrc-blr"),
                     testing::Values(MetricKind::diag, MetricKind::dense, MetricKind::low_rank)),
    [](const auto& instance) {
      std::string text = std::get<0>(instance.param) + "_" + std::string(name(std::get<1>(instance.param)));
      std::replace(text.begin(), text.end(), '-', '_');
      return text;
    });

/// newton and gaussian_block, in the coordinates that they ask for.
void check_straight(const std::string& which, const std::string& sampler) {
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "the reference posteriors are not here: " << folder;
  const auto reference = read(folder / which / "reference.json").at("parameters");
  const auto posterior = test::make_posterior(which, read(folder / which / "data.json"));
  if (!posterior.straight) GTEST_SKIP() << "no regression";
  // Some 200 numbers: beyond 4.5 by chance once in 700 such tests.
  // Heights far from zero, and their products with a 0/1 column: newton crawls.
  const std::size_t length = which == "earnings-logearn_interaction" && sampler == "newton" ? 30000 : 4000;
  check(*posterior.straight, posterior, reference, length, test::full_settings(test::net_sampler(sampler)),
        4.5);
}

const auto pair_name = [](const auto& instance) {
  std::string text = std::get<0>(instance.param) + "_" + std::get<1>(instance.param);
  std::replace(text.begin(), text.end(), '-', '_');
  return text;
};

class PosteriorDbStraight : public testing::TestWithParam<std::tuple<std::string, std::string>> {};
TEST_P(PosteriorDbStraight, MeansAndStandardDeviationsAgreeWithTheReference) {
  check_straight(std::get<0>(GetParam()), std::get<1>(GetParam()));
}
INSTANTIATE_TEST_SUITE_P(Some, PosteriorDbStraight,
                         testing::Combine(testing::Values("arK-arK", "kidiq-kidscore_momiq",
                                                          "mesquite-logmesquite_logva", "sblrc-blr"),
                                          testing::Values("newton", "block")),
                         pair_name);

class LongPosteriorDbStraight : public testing::TestWithParam<std::tuple<std::string, std::string>> {};
TEST_P(LongPosteriorDbStraight, MeansAndStandardDeviationsAgreeWithTheReference) {
  check_straight(std::get<0>(GetParam()), std::get<1>(GetParam()));
}
INSTANTIATE_TEST_SUITE_P(All, LongPosteriorDbStraight,
                         testing::Combine(testing::ValuesIn(test::posterior_names()),
                                          testing::Values("newton", "block")),
                         pair_name);

}  // namespace
}  // namespace cggibbs
