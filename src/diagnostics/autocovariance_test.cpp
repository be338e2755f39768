// Autocovariances by transform and by direct sums.
#include "diagnostics/autocovariance.hpp"

#include <gtest/gtest.h>

#include "diagnostics/fft.hpp"
#include "diagnostics/moments.hpp"
#include "diagnostics/test_draws.hpp"

namespace cggibbs {
namespace {

TEST(Fft, InverseOfATransformIsTheSizeTimesTheInput) {
  test::MinimalStandard uniform(7);
  for (std::size_t size = 1; size <= 4096; size *= 2) {
    std::vector<Complex> x(size);
    for (auto& v : x) v = {uniform(), uniform()};
    auto y = x;
    fft(y);
    inverse_fft(y);
    for (std::size_t i = 0; i < size; ++i) {
      EXPECT_NEAR(y[i].re / static_cast<double>(size), x[i].re, 1e-14);
      EXPECT_NEAR(y[i].im / static_cast<double>(size), x[i].im, 1e-14);
    }
  }
}

TEST(Autocovariance, TransformAgreesWithDirectSumsAtEveryLag) {
  for (const std::size_t chains : {1, 2, 3, 4}) {
    for (const std::size_t draws : {1, 2, 3, 5, 64, 65, 300}) {
      const auto s = test::make_sample({"shifted", chains, draws, 0.9, 5});
      MeanAutocovariance direct(s.views(), draws);
      MeanAutocovariance fast(s.views(), 0);
      for (std::size_t t = 0; t < draws; ++t) EXPECT_NEAR(fast(t), direct(t), 1e-13) << chains << " " << t;
    }
  }
}

TEST(Autocovariance, DirectSumsFollowTheDefinition) {
  const test::Sample s{{{1, 2, 4, 9}, {3, 0, -1, 6}}};
  double expected = 0;
  for (const auto& x : s.chains) {
    const double m = mean(x);
    for (std::size_t i = 0; i + 1 < x.size(); ++i) expected += (x[i] - m) * (x[i + 1] - m) / 4 / 2;
  }
  EXPECT_DOUBLE_EQ(MeanAutocovariance(s.views())(1), expected);
}

TEST(Moments, EqualValuesHaveVarianceExactlyZero) {
  for (const std::size_t n : {3, 10, 49, 1000}) EXPECT_EQ(variance(std::vector<double>(n, 0.1)), 0) << n;
}

}  // namespace
}  // namespace cggibbs
