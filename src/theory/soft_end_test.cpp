// Gradients and curvatures of smooth maxima against finite differences.
#include "theory/soft_end.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "theory/test_matrices.hpp"

namespace cggibbs {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

TEST(SoftEnd, DerivativesAreThoseOfFiniteDifferences) {
  Rng rng(1, 0);
  const Index d = 7;
  const ScaledMatrix matrix(random_covariance(rng, d, 10));
  const VectorXd x = 0.3 * random_scales(rng, d, 1).array().log();
  const double p = 3;
  const auto ends_at = [&](const VectorXd& at) { return spectrum_ends(matrix, at, p); };
  const SpectrumEnds ends = ends_at(x);
  ASSERT_EQ(ends.top.rest, 0);
  const SoftEnd top = soften(ends.top, p), bottom = soften(ends.bottom, p);
  const SoftCurvature of_top(ends.top, top), of_bottom(ends.bottom, bottom);
  const double h = 1e-5;
  for (Index i = 0; i < d; ++i) {
    const VectorXd e = VectorXd::Unit(d, i);
    const SpectrumEnds more = ends_at(x + h * e), less = ends_at(x - h * e);
    const SoftEnd top_more = soften(more.top, p), top_less = soften(less.top, p);
    const SoftEnd bottom_more = soften(more.bottom, p), bottom_less = soften(less.bottom, p);
    EXPECT_NEAR((top_more.log_value - top_less.log_value) / (2 * h), 2 * top.diagonal[i], 1e-8);
    EXPECT_NEAR((bottom_more.log_value - bottom_less.log_value) / (2 * h), -2 * bottom.diagonal[i], 1e-8);
    const VectorXd bend = (top_more.diagonal - top_less.diagonal) / h;
    const VectorXd bend_below = -(bottom_more.diagonal - bottom_less.diagonal) / h;
    // Pairs of negligible weight, 1e-5 of the largest, are left out.
    EXPECT_LT((of_top.times(e) - bend).norm(), 1e-2 * bend.norm());
    EXPECT_LT((of_bottom.times(e) - bend_below).norm(), 1e-2 * bend_below.norm());
  }
}

}  // namespace
}  // namespace cggibbs
