// Vector kernels on every target.
#include "kernels/vectors.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "kernels/target.hpp"

namespace cggibbs::kernels {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

/// y + delta * x is one fused operation on some targets and two roundings on others.
constexpr double update_tolerance = 2 * eps;
/// Relative to the sum of absolute values; roundings add like a random walk over at most n steps.
double sum_tolerance(std::size_t n) {
  return (4 + std::sqrt(static_cast<double>(n))) * eps;
}

class VectorsOnTarget : public testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override {
    before_ = simd_target();
    ASSERT_TRUE(select_target(GetParam()));
    std::mt19937_64 rng(1);
    std::normal_distribution<double> normal;
    for (double& v : x_) v = normal(rng);
    for (double& v : y_) v = 10 * normal(rng);
  }
  void TearDown() override { select_target(before_); }

  std::span<const double> x(std::size_t n, std::size_t from) const { return {x_.data() + from, n}; }
  std::span<const double> y(std::size_t n, std::size_t from) const { return {y_.data() + from, n}; }

  std::string_view before_;
  std::vector<double> x_ = std::vector<double>(10100), y_ = x_;
};

TEST_P(VectorsOnTarget, AddScaledAndAxpyAgreeBitForBitAndTouchNothingElse) {
  for (std::size_t n = 0; n <= 70; ++n)
    for (const std::size_t from : {0u, 1u, 3u}) {
      const auto xs = x(n, from), ys = y(n, from + 1);
      std::vector<double> out(n + 2, -7), in_place(n + 2, -7);
      std::copy(ys.begin(), ys.end(), in_place.begin() + 1);
      add_scaled(std::span(out).subspan(1, n), ys, xs, 0.3);
      axpy(std::span(in_place).subspan(1, n), xs, 0.3);
      EXPECT_EQ(out, in_place);
      EXPECT_EQ(out.front(), -7);
      EXPECT_EQ(out.back(), -7);
      for (std::size_t i = 0; i < n; ++i)
        EXPECT_NEAR(out[i + 1], ys[i] + 0.3 * xs[i],
                    update_tolerance * (std::abs(ys[i]) + std::abs(0.3 * xs[i])));
    }
}

TEST_P(VectorsOnTarget, AnElementDoesNotDependOnItsPosition) {
  std::vector<double> whole(40), single(1);
  add_scaled(whole, y(40, 0), x(40, 0), 0.7);
  for (std::size_t i = 0; i < 40; ++i) {
    add_scaled(single, y(1, i), x(1, i), 0.7);
    EXPECT_EQ(whole[i], single[0]) << i;
  }
}

TEST_P(VectorsOnTarget, SumsAgreeWithLongDouble) {
  std::vector<std::size_t> sizes{1000, 9999};
  for (std::size_t n = 0; n <= 70; ++n) sizes.push_back(n);
  for (const std::size_t n : sizes) {
    SCOPED_TRACE(n);
    const auto xs = x(n, 1), ys = y(n, 2);
    long double s = 0, s_size = 0, p = 0, p_size = 0;
    for (std::size_t i = 0; i < n; ++i) {
      s += xs[i];
      s_size += std::abs(xs[i]);
      p += static_cast<long double>(xs[i]) * ys[i];
      p_size += std::abs(static_cast<long double>(xs[i]) * ys[i]);
    }
    EXPECT_NEAR(sum(xs), s, sum_tolerance(n) * s_size);
    EXPECT_NEAR(dot(xs, ys), p, sum_tolerance(n) * p_size);
  }
}

INSTANTIATE_TEST_SUITE_P(Each, VectorsOnTarget, testing::ValuesIn(supported_targets()),
                         [](const auto& target) { return std::string(target.param); });

}  // namespace
}  // namespace cggibbs::kernels
