// Medians of odd and even counts.
#include "diagnostics/order.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/special.hpp"

namespace cggibbs {
namespace {

TEST(Order, TheMedianIsTheMiddleOrHalfWayBetweenTheTwoThere) {
  EXPECT_EQ(median_of({3, 1, 2}), 2);
  EXPECT_EQ(median_of({4, 1, 8, 2}), 3);
  EXPECT_EQ(median_of_sorted(std::vector<double>{1, 2, 4, 8}), 3);
}

TEST(Order, MissingValuesCountAsNothing) {
  EXPECT_EQ(median_of({nan, 5, nan, 7, 1}), 5);
  EXPECT_TRUE(std::isnan(median_of({nan})));
  EXPECT_TRUE(std::isnan(median_of({})));
}

}  // namespace
}  // namespace cggibbs
