// Agreement with R's posterior package on recorded cases.
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <map>
#include <sstream>

#include "base/test_paths.hpp"
#include "diagnostics/ess.hpp"
#include "diagnostics/mcse.hpp"
#include "diagnostics/rhat.hpp"
#include "diagnostics/summary.hpp"
#include "diagnostics/test_draws.hpp"

namespace cggibbs {
namespace {

struct Case {
  test::Recipe recipe;
  std::map<std::string, double> expected;
};

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> out;
  std::stringstream in(line);
  for (std::string cell; std::getline(in, cell, ',');) out.push_back(cell);
  return out;
}

std::vector<Case> recorded_cases() {
  std::ifstream in(std::string(test::source_dir) + "/src/diagnostics/testdata/posterior.csv");
  std::string line;
  std::getline(in, line);
  const auto names = cells(line);
  std::vector<Case> out;
  while (std::getline(in, line)) {
    const auto c = cells(line);
    Case next{{c[0], std::stoul(c[1]), std::stoul(c[2]), std::stod(c[3]), std::stod(c[4])}, {}};
    for (std::size_t i = 5; i < names.size(); ++i) next.expected[names[i]] = std::stod(c[i]);
    out.push_back(std::move(next));
  }
  return out;
}

/// Two implementations of the same sums, each with rounding of order 1e-16 times the number of operations'
/// root.
constexpr double agreement = 1e-10;

/// Half chains that are each constant have R-hat infinity; R's own rounding makes it 1e14 or so.
constexpr double as_good_as_infinite = 1e12;

void expect_agree(const Case& c, const std::string& name, double ours) {
  const double theirs = c.expected.at(name);
  const auto where = name + " of " + c.recipe.kind + " " + std::to_string(c.recipe.chains) + "x" +
                     std::to_string(c.recipe.draws) + ", phi " + std::to_string(c.recipe.phi);
  if (std::isnan(theirs)) {
    EXPECT_TRUE(std::isnan(ours)) << where << ": " << ours;
  } else if (theirs > as_good_as_infinite) {
    EXPECT_GT(ours, as_good_as_infinite) << where;
  } else {
    EXPECT_NEAR(ours, theirs, agreement * std::abs(theirs)) << where;
  }
}

TEST(Posterior, EveryFunctionAgreesWithR) {
  const std::map<std::string, std::function<double(Chains)>> functions{
      {"rhat", rhat},
      {"ess_bulk", ess_bulk},
      {"ess_tail", ess_tail},
      {"ess_mean", ess_mean},
      {"ess_q25", [](Chains x) { return ess_quantile(x, 0.25); }},
      {"ess_q100", [](Chains x) { return ess_quantile(x, 1); }},
      {"mcse_mean", mcse_mean},
      {"mcse_sd", mcse_sd},
      {"mcse_median", mcse_median},
      {"mcse_q5", [](Chains x) { return mcse_quantile(x, 0.05); }},
      {"mcse_q25", [](Chains x) { return mcse_quantile(x, 0.25); }},
      {"mcse_q95", [](Chains x) { return mcse_quantile(x, 0.95); }},
  };
  const auto cases = recorded_cases();
  ASSERT_GT(cases.size(), 40u);
  for (const auto& c : cases) {
    const auto sample = test::make_sample(c.recipe);
    for (const auto& [name, f] : functions) expect_agree(c, name, f(sample.views()));
  }
}

TEST(Posterior, SummaryAgreesWithR) {
  for (const auto& c : recorded_cases()) {
    const auto sample = test::make_sample(c.recipe);
    const Summary s = summarize(sample.views());
    expect_agree(c, "mean", s.mean);
    expect_agree(c, "median", s.median);
    expect_agree(c, "sd", s.sd);
    expect_agree(c, "mad", s.mad);
    expect_agree(c, "q5", s.q5);
    expect_agree(c, "q95", s.q95);
    expect_agree(c, "rhat", s.rhat);
    expect_agree(c, "ess_bulk", s.ess_bulk);
    expect_agree(c, "ess_tail", s.ess_tail);
    expect_agree(c, "mcse_mean", s.mcse_mean);
    expect_agree(c, "mcse_median", s.mcse_median);
    expect_agree(c, "mcse_sd", s.mcse_sd);
    expect_agree(c, "mcse_q5", s.mcse_q5);
    expect_agree(c, "mcse_q95", s.mcse_q95);
  }
}

}  // namespace
}  // namespace cggibbs
