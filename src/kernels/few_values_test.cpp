// Sums along columns of few values on every target against long double.
#include "kernels/few_values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "kernels/target.hpp"

namespace cggibbs::kernels {
namespace {

class FewValuesOn : public testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override { ASSERT_TRUE(select_target(GetParam())); }
  void TearDown() override { select_target(before_); }
  std::string_view before_ = simd_target();
};

/// Exactly as long as it says, so that a sanitizer sees any step beyond.
struct Column {
  std::vector<double> values, eta, weight, odds;
  std::vector<std::uint8_t> code;
  Column(std::size_t n, std::size_t count, double spread, std::mt19937_64& rng)
      : values(count), eta(n), weight(n), odds(n), code(std::max<std::size_t>(n, 1)) {
    std::normal_distribution<double> normal;
    for (double& v : values) v = normal(rng);
    for (std::size_t i = 0; i < n; ++i) {
      eta[i] = std::clamp(spread * normal(rng), -25.0, 25.0);
      weight[i] = std::exp(normal(rng));
      code[i] = static_cast<std::uint8_t>(rng() % count);
    }
  }
  FewValues few() const { return {values.data(), values.size(), values.size() == 1 ? nullptr : code.data()}; }
};

constexpr std::size_t lengths[] = {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 1000, 5003};

TEST_P(FewValuesOn, OddsAreExponentialsAndTheLargestEtaIsReported) {
  std::mt19937_64 rng(1);
  for (const std::size_t n : lengths) {
    Column c(n, 1, 10, rng);
    double largest = 0;
    for (double e : c.eta) largest = std::max(largest, std::abs(e));
    EXPECT_EQ(find_odds(n, c.eta.data(), c.odds.data()), largest) << n;
    for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(c.odds[i] / std::exp(c.eta[i]), 1, 1e-15) << n;
  }
  const double far[] = {1, -1e300, 2};
  double odds[3];
  EXPECT_EQ(find_odds(3, far, odds), 1e300);
}

TEST_P(FewValuesOn, LogsOfOddsAgreeWithLongDouble) {
  std::mt19937_64 rng(2);
  const double deltas[] = {0.0, -7.5, 3.25};
  for (const std::size_t n : lengths)
    for (std::size_t values = 1; values <= FewValues::most; ++values)
      for (const double spread : {0.1, 3.0, 20.0}) {
        Column c(n, values, spread, rng);
        double largest = 0;
        for (double v : c.values) largest = std::max(largest, std::abs(v));
        const double reach = find_odds(n, c.eta.data(), c.odds.data()) + 7.5 * largest;
        ASSERT_LE(reach, few_values_reach);
        for (const std::size_t count : {1, 2, 3}) {
          double out[3];
          log_one_plus_odds(n, c.odds.data(), c.few(), count, deltas, reach, out);
          for (std::size_t k = 0; k < count; ++k) {
            long double exact = 0, conditioning = 0;
            for (std::size_t i = 0; i < n; ++i) {
              const long double move = static_cast<long double>(deltas[k]) * c.few()[i];
              const long double t = std::exp(static_cast<long double>(c.eta[i]) + move);
              exact += std::log1p(t);
              conditioning += t / (1 + t) * (4 + std::abs(move));
            }
            const double unit = 0x1p-52;
            EXPECT_NEAR(
                out[k], static_cast<double>(exact),
                unit * ((8 + std::sqrt(n)) * static_cast<double>(exact) + static_cast<double>(conditioning)))
                << n << " rows, " << values << " values, delta " << deltas[k];
          }
        }
      }
}

TEST_P(FewValuesOn, ProductsStayInRangeWhereEveryFactorIsAtItsLargest) {
  for (const std::size_t n : {1, 8, 31, 33, 64, 65, 3001})
    for (const double eta : {0.0, 40.0, 80.0})
      for (const double sign : {-1.0, 1.0}) {
        const std::vector<double> etas(n, sign * eta);
        std::vector<double> odds(n);
        find_odds(n, etas.data(), odds.data());
        const double values[] = {1, 2};
        const std::vector<std::uint8_t> code(n, 1);
        const double delta = sign * (few_values_reach - eta) / 2;
        for (const FewValues& x : {FewValues{values + 1, 1, nullptr}, FewValues{values, 2, code.data()}})
          for (const std::size_t count : {1, 2, 3}) {
            const double deltas[] = {delta, delta, delta};
            double out[3];
            log_one_plus_odds(n, odds.data(), x, count, deltas, few_values_reach, out);
            const double each = std::log1p(std::exp(sign * few_values_reach));
            for (std::size_t k = 0; k < count; ++k)
              EXPECT_NEAR(out[k] / (each * static_cast<double>(n)), 1, 2e-14) << n << " " << eta;
          }
      }
}

TEST_P(FewValuesOn, ANotANumberIsPassedOn) {
  for (const std::size_t n : {1, 9, 70})
    for (std::size_t at = 0; at < n; at += 8) {
      std::vector<double> eta(n, 0.5), odds(n);
      eta[at] = std::nan("");
      find_odds(n, eta.data(), odds.data());
      const double value = 1, delta = 0.1;
      double out;
      log_one_plus_odds(n, odds.data(), {&value, 1, nullptr}, 1, &delta, 10, &out);
      EXPECT_TRUE(std::isnan(out)) << n << " " << at;
    }
}

TEST_P(FewValuesOn, SumsOfExponentialsByValueAgreeWithLongDouble) {
  std::mt19937_64 rng(3);
  for (const std::size_t n : lengths)
    for (std::size_t values = 1; values <= FewValues::most; ++values)
      for (const double sign : {1.0, -1.0})
        for (const bool weighted : {false, true}) {
          Column c(n, values, 8, rng);
          double out[FewValues::most];
          sum_exp_by_value(n, weighted ? c.weight.data() : nullptr, c.eta.data(), sign, c.few(), out);
          for (std::size_t v = 0; v < values; ++v) {
            long double exact = 0;
            for (std::size_t i = 0; i < n; ++i)
              if (values == 1 || c.code[i] == v)
                exact += (weighted ? c.weight[i] : 1) * std::exp(sign * static_cast<long double>(c.eta[i]));
            EXPECT_NEAR(out[v], static_cast<double>(exact),
                        0x1p-52 * (8 + std::sqrt(n)) * static_cast<double>(exact))
                << n << " rows, value " << v;
          }
        }
  const double eta[] = {1, 800}, value = 1;
  double out;
  sum_exp_by_value(2, nullptr, eta, 1, {&value, 1, nullptr}, &out);
  EXPECT_TRUE(std::isinf(out));
}

INSTANTIATE_TEST_SUITE_P(Targets, FewValuesOn, testing::ValuesIn(supported_targets()),
                         [](const auto& target) { return std::string(target.param); });

}  // namespace
}  // namespace cggibbs::kernels
