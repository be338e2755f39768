// The paper's effective sample size against plain loops.
#include "diagnostics/ess_paper.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "diagnostics/ess.hpp"
#include "diagnostics/test_draws.hpp"

namespace cggibbs {
namespace {

/// The definition with plain loops, sharing nothing with the implementation but the normal scores.
double naive_ess_paper(Chains x) {
  const Draws scores = rank_normalize(x);
  std::vector<std::vector<double>> halves;
  for (const auto z : Chains(scores)) {
    const std::size_t h = z.size() / 2;
    halves.emplace_back(z.begin(), z.begin() + static_cast<std::ptrdiff_t>(h));
    halves.emplace_back(z.end() - static_cast<std::ptrdiff_t>(h), z.end());
  }
  const std::size_t n = halves[0].size();
  const auto m = static_cast<double>(halves.size());
  std::vector<double> means;
  double w = 0;
  for (auto& h : halves) {
    double sum = 0;
    for (const double v : h) sum += v;
    means.push_back(sum / static_cast<double>(n));
    double ss = 0;
    for (double& v : h) {
      v -= means.back();
      ss += v * v;
    }
    w += ss / static_cast<double>(n - 1) / m;
  }
  double grand = 0;
  for (const double v : means) grand += v / m;
  double b = 0;
  for (const double v : means) b += (v - grand) * (v - grand) / (m - 1);
  const double var_plus = w * static_cast<double>(n - 1) / static_cast<double>(n) + b;

  const std::size_t max_lag = std::min<std::size_t>(250, n - 4);
  std::vector<double> rho{1};
  for (std::size_t t = 1; t <= max_lag + 2 && t < n; ++t) {
    double acov = 0;
    for (const auto& h : halves)
      for (std::size_t i = 0; i + t < n; ++i) acov += h[i] * h[i + t] / static_cast<double>(n) / m;
    rho.push_back(1 - (w - acov) / var_plus);
  }
  std::vector<double> pairs{rho[0] + rho[1]};
  std::size_t k = 2;
  while (k < max_lag - 1 && max_lag > 1 && rho[k] + rho[k + 1] > 0) {
    pairs.push_back(std::min(pairs.back(), rho[k] + rho[k + 1]));
    k += 2;
  }
  double tau = -1;
  for (const double p : pairs) tau += 2 * p;
  if (max_lag > 1) tau += std::max(0.0, rho[k]);
  const double size = static_cast<double>(n) * m;
  return std::min(size / std::max(tau, 0.0), size * std::log10(size));
}

TEST(EssPaper, AgreesWithPlainLoops) {
  const std::vector<test::Recipe> recipes{
      {"ar1", 4, 1000, 0, 1},    {"ar1", 4, 1000, 0.95, 2}, {"ar1", 1, 2000, 0.9995, 3},
      {"ar1", 4, 501, -0.9, 4},  {"ar1", 2, 333, 0.5, 5},   {"ar1", 1, 10, 0.3, 6},
      {"ar1", 1, 11, 0.3, 7},    {"ar1", 2, 12, 0.3, 8},    {"ar1", 2, 15, -0.9, 9},
      {"heavy", 4, 400, 0.5, 1}, {"ties", 4, 400, 0.5, 2},  {"shifted", 4, 700, 0.5, 3},
      {"binary", 1, 90, 0.9, 1}, {"ar1", 4, 20, -0.99, 2}};
  for (const auto& r : recipes) {
    const auto s = test::make_sample(r);
    const double expected = naive_ess_paper(s.views());
    EXPECT_NEAR(ess_paper(s.views()), expected, 1e-10 * expected) << r.kind << " " << r.draws << " " << r.phi;
  }
}

TEST(EssPaper, NeverFallsBelowTheNumberOfDrawsOver500) {
  // True autocorrelation time 20000: this chain is worth about one draw, and the full-lag estimate knows.
  const auto s = test::make_sample({"ar1", 1, 20000, 0.9999, 11});
  EXPECT_GE(ess_paper(s.views()), 20000 / 500.0);
  EXPECT_LT(ess_bulk(s.views()), 10);
}

TEST(EssPaper, EqualsBulkEssWhenCorrelationsDieOutBeforeTheCut) {
  const auto s = test::make_sample({"ar1", 4, 1000, 0.5, 2});
  EXPECT_NEAR(ess_paper(s.views()), ess_bulk(s.views()), 1e-9);
}

TEST(EssPaper, IsUndefinedForTooFewOrConstantOrMissingDraws) {
  EXPECT_TRUE(std::isnan(ess_paper(test::make_sample({"ar1", 4, 9, 0, 1}).views())));
  EXPECT_TRUE(std::isnan(ess_paper(test::make_sample({"constant", 4, 100, 0, 1}).views())));
  EXPECT_TRUE(std::isnan(ess_paper(test::make_sample({"nan", 4, 100, 0, 1}).views())));
}

}  // namespace
}  // namespace cggibbs
