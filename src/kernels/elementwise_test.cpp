// Exponentials and inverse logits on every target agree with the C library, at the ends of their ranges too.
#include "kernels/elementwise.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/special.hpp"
#include "kernels/target.hpp"

namespace cggibbs::kernels {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

std::vector<double> arguments() {
  std::vector<double> x{0.0,   -0.0, inf,  -inf,   nan,    708,   -708,
                        709.9, -744, -746, 1e-300, -1e-17, 1e300, -1e300};
  for (double v = -720; v <= 720; v += 0.37) x.push_back(v);
  for (double v = -3; v <= 3; v += 0.0071) x.push_back(v);
  return x;
}

class ElementwiseOnTarget : public testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override {
    before_ = simd_target();
    ASSERT_TRUE(select_target(GetParam()));
  }
  void TearDown() override { select_target(before_); }

  using Many = void (*)(std::span<double>, std::span<const double>);

  /// Against the C library, alone and among others.
  static void compare(Many many, double (*one)(double)) {
    const std::vector<double> x = arguments();
    std::vector<double> out(x.size());
    many(out, x);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double expected = one(x[i]);
      if (std::isnan(expected))
        EXPECT_TRUE(std::isnan(out[i])) << x[i];
      else if (std::isinf(expected))
        EXPECT_EQ(out[i], expected) << x[i];
      else
        EXPECT_NEAR(out[i], expected, 3 * eps * expected) << x[i];
      double alone;
      many({&alone, 1}, {&x[i], 1});
      EXPECT_TRUE(alone == out[i] || std::isnan(alone)) << x[i];
    }
    std::vector<double> in_place = x;
    many(in_place, in_place);
    for (std::size_t i = 0; i < x.size(); ++i)
      EXPECT_TRUE(in_place[i] == out[i] || std::isnan(out[i])) << x[i];
  }

 private:
  std::string_view before_;
};

TEST_P(ElementwiseOnTarget, ExponentialsAreThoseOfTheLibrary) {
  compare(exps, [](double x) { return std::exp(x); });
}

TEST_P(ElementwiseOnTarget, InverseLogitsAreThoseOfTheLibrary) {
  compare(inverse_logits, [](double x) { return inv_logit(x); });
}

TEST_P(ElementwiseOnTarget, NothingBesideIsTouched) {
  for (std::size_t n = 0; n <= 40; ++n) {
    std::vector<double> x(n, 0.5), out(n + 2, -7);
    exps(std::span(out).subspan(1, n), x);
    EXPECT_EQ(out.front(), -7);
    EXPECT_EQ(out.back(), -7);
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, ElementwiseOnTarget, testing::ValuesIn(supported_targets()),
                         [](const auto& target) { return std::string(target.param); });

}  // namespace
}  // namespace cggibbs::kernels
