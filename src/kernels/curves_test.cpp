// Slopes, curvatures and kept values on every target against plain loops.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "kernels/likelihood.hpp"
#include "kernels/reference.hpp"
#include "kernels/target.hpp"

namespace cggibbs::kernels {
namespace {

using reference::Case;
using reference::cases;
using reference::Data;

class CurvesOn : public testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override { ASSERT_TRUE(select_target(GetParam())); }
  void TearDown() override { select_target(before_); }
  std::string_view before_ = simd_target();
};

TEST_P(CurvesOn, ALikelihoodHasAllLoopsWithDerivativesOrNone) {
  for (const Case& k : cases()) {
    const bool curved = k.slope != nullptr;
    EXPECT_EQ(k.loops().slope != nullptr, curved) << k.name;
    EXPECT_EQ(k.loops().curves != nullptr, curved) << k.name;
    EXPECT_EQ(k.loops().sum_kept != nullptr, curved) << k.name;
  }
}

TEST_P(CurvesOn, AgreeWithSumsSlopesAndCurvaturesOfPlainLoops) {
  std::mt19937_64 rng(3);
  for (const std::size_t n : {0, 1, 3, 7, 8, 9, 33, 1027})
    for (const Case& k : cases()) {
      if (!k.slope) continue;
      SCOPED_TRACE(testing::Message() << k.name << " n " << n);
      const Data data = k.data(n, 8, rng);
      std::vector<double> eta(n), slope(n), weight(n), kept(n);
      Arguments a = k.arguments(data);
      const Along along = k.loops().curves(n, a, data.x.data(), data.delta,
                                           {eta.data(), slope.data(), weight.data(), kept.data()});
      const double expected = k.shifted(n, 0, data);
      EXPECT_NEAR(along.sum, expected, 1e-12 * (1 + std::abs(expected)));
      const Along again = along_column(n, data.x.data(), slope.data(), weight.data());
      EXPECT_NEAR(along.slope, again.slope, 1e-11 * (1 + std::abs(again.slope)));
      EXPECT_NEAR(along.curvature, again.curvature, 1e-11 * (1 + again.curvature));
      for (std::size_t i = 0; i < n; ++i) {
        const double e = data.eta[i] + data.delta * data.x[i], m = data.trials[i];
        EXPECT_NEAR(eta[i], e, 1e-14 * (1 + std::abs(e)));
        const double s = k.slope(data.y[i], m, e), w = k.weight(data.y[i], m, e);
        EXPECT_NEAR(slope[i], s, 1e-12 * (1 + std::abs(s))) << "row " << i;
        EXPECT_NEAR(weight[i], w, 1e-12 * (1 + std::abs(w))) << "row " << i;
      }
      a.eta = eta.data();
      EXPECT_NEAR(k.loops().sum_kept(n, a, kept.data()), expected, 1e-12 * (1 + std::abs(expected)));
    }
}

TEST_P(CurvesOn, SlopesAreAddedAndTheSumIsThatOfTheLoopWithoutSlopes) {
  std::mt19937_64 rng(3);
  for (const std::size_t n : {0, 1, 3, 7, 8, 33, 1027})
    for (const Case& k : cases()) {
      if (!k.slope) continue;
      const Data data = k.data(n, 8, rng);
      std::vector<double> slope(n, 0.25);
      const double total = k.loops().slope(n, k.arguments(data), slope.data());
      const double expected = k.sum(n, 0, data);
      EXPECT_NEAR(total, expected, 1e-12 * (1 + std::abs(expected))) << k.name;
      for (std::size_t i = 0; i < n; ++i) {
        const double exact = 0.25 + k.slope(data.y[i], data.trials[i], data.eta[i]);
        EXPECT_NEAR(slope[i], exact, 1e-13 * (1 + std::abs(exact))) << k.name << " row " << i;
      }
    }
}

TEST_P(CurvesOn, DerivativesByADispersionAreThoseOfPlainLoops) {
  std::mt19937_64 rng(6);
  for (const Case& k : cases()) {
    if (!k.by_phi) continue;
    for (const std::size_t n : {0, 1, 3, 7, 8, 33, 1027}) {
      const Data data = k.data(n, 8, rng);
      double sum = 0, size = 0;
      for (std::size_t i = 0; i < n; ++i) {
        const double row = k.by_phi_row(data.y[i], data.eta[i]);
        sum += row;
        size += 1 + std::abs(row);
      }
      EXPECT_NEAR(k.by_phi(n, k.arguments(data)), sum, 1e-14 * size) << k.name << ' ' << n;
    }
  }
}

TEST_P(CurvesOn, SeveralDeltasGiveTheSumsOfEachAlone) {
  std::mt19937_64 rng(4);
  const double deltas[] = {-0.7, 0.0, 2.5};
  double sums[3];
  for (const Case& k : cases())
    for (const std::size_t n : {0, 1, 7, 8, 9, 31, 1000, 8001, 20011}) {
      Data data = k.data(n, 8, rng);
      for (const std::size_t count : {1, 2, 3}) {
        k.loops().sums_shifted(n, k.arguments(data), data.x.data(), count, deltas, sums);
        for (std::size_t j = 0; j < count; ++j) {
          data.delta = deltas[j];
          const double alone = k.shifted(n, 0, data);
          EXPECT_NEAR(sums[j], alone, 1e-13 * (1 + std::abs(alone))) << k.name << " " << n << " " << count;
        }
      }
    }
  // Every factor at its largest: the products must not overflow at the edges of a block.
  const std::size_t n = 40000;
  const std::vector<double> zero(n, 0.0);
  bernoulli_logit().sums_shifted(n, {zero.data(), zero.data()}, zero.data(), 3, deltas, sums);
  for (double s : sums) EXPECT_NEAR(s, -std::log(2.0) * n, 1e-12 * n);
}

TEST_P(CurvesOn, TailsKeepTheirRelativeAccuracy) {
  const double y[] = {1, 0, 1, 0}, eta[] = {40, -40, -800, 800}, x[] = {0, 0, 0, 0};
  double e[4], slope[4], weight[4], kept[4], added[4] = {};
  bernoulli_logit().curves(4, {y, eta}, x, 1.0, {e, slope, weight, kept});
  bernoulli_logit().slope(4, {y, eta}, added);
  for (const double* s : {slope, added}) {
    EXPECT_NEAR(s[0], std::exp(-40), 1e-14 * std::exp(-40));
    EXPECT_NEAR(s[1], -std::exp(-40), 1e-14 * std::exp(-40));
    EXPECT_EQ(s[2], 1);
    EXPECT_EQ(s[3], -1);
  }
  EXPECT_NEAR(weight[1], std::exp(-40), 1e-14 * std::exp(-40));
}

TEST_P(CurvesOn, DerivativesAlongAColumnAreDotProducts) {
  std::mt19937_64 rng(5);
  for (const std::size_t n : {0, 1, 8, 100}) {
    const Data d(n, 1, reference::Outcome::count, rng);
    double slope = 0, curvature = 0;
    for (std::size_t i = 0; i < n; ++i) {
      slope += d.x[i] * d.eta[i];
      curvature += d.x[i] * d.x[i] * d.trials[i];
    }
    const auto got = along_column(n, d.x.data(), d.eta.data(), d.trials.data());
    EXPECT_NEAR(got.slope, slope, 1e-12);
    EXPECT_NEAR(got.curvature, curvature, 1e-12 * (1 + curvature));
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, CurvesOn, testing::ValuesIn(supported_targets()),
                         [](const auto& target) { return std::string(target.param); });

}  // namespace
}  // namespace cggibbs::kernels
