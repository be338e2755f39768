// Moments count weights as rows, whatever the unit and the distance from zero.
#include "models/moments.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace cggibbs {
namespace {

using Numbers = std::vector<double>;

TEST(Moments, CountZerosThatAreNotStored) {
  const Matrix dense = DenseMatrix{4, 1, {0, 3, 0, 1}};
  const Matrix sparse = SparseMatrix{4, 1, {0, 2}, {1, 3}, {3, 1}};
  const Numbers weights{1, 2, 0, 3};
  EXPECT_DOUBLE_EQ(column_moments(dense)[0].sd, std::sqrt(2.0));  // mean 1: 1 + 4 + 1 + 0 over 3
  for (const Numbers& w : {Numbers{}, weights}) {
    const WeightedMoments d = column_moments(dense, w)[0];
    const WeightedMoments s = column_moments(sparse, w)[0];
    EXPECT_DOUBLE_EQ(s.mean, d.mean);
    EXPECT_DOUBLE_EQ(s.sd, d.sd);
    EXPECT_DOUBLE_EQ(s.rms, d.rms);
  }
}

TEST(Moments, AreNotEatenByALargeMeanOrUnit) {
  EXPECT_DOUBLE_EQ(weighted_moments(Numbers{1e9 + 1, 1e9 + 2, 1e9 + 3}).sd, 1);
  EXPECT_DOUBLE_EQ(weighted_moments(Numbers{1e200, 2e200, 3e200}).sd, 1e200);
  EXPECT_DOUBLE_EQ(weighted_moments(Numbers{1e-200, 2e-200, 3e-200}).sd, 1e-200);
  EXPECT_EQ(weighted_moments(Numbers(7, 0.1)).sd, 0)
      << "a constant has no spread, not even a rounding error's";
  EXPECT_EQ(weighted_moments(Numbers(7, 0.1)).mean, 0.1);
}

TEST(Moments, AWeightOfTwoIsTheNumberTwiceAndZeroItsAbsence) {
  const WeightedMoments weighted = weighted_moments(Numbers{100, 1, 4, 6}, Numbers{0, 2, 1, 1});
  const WeightedMoments rows = weighted_moments(Numbers{1, 1, 4, 6});
  EXPECT_DOUBLE_EQ(weighted.mean, rows.mean);
  EXPECT_DOUBLE_EQ(weighted.sd, rows.sd);
  EXPECT_DOUBLE_EQ(weighted.rms, rows.rms);
}

TEST(Moments, OfNothingAreZero) {
  for (const WeightedMoments& m : {weighted_moments({}), weighted_moments(Numbers{3}, Numbers{0})}) {
    EXPECT_EQ(m.mean, 0);
    EXPECT_EQ(m.sd, 0);
    EXPECT_EQ(m.rms, 0);
  }
  EXPECT_EQ(weighted_moments(Numbers{3}).sd, 0);
}

}  // namespace
}  // namespace cggibbs
