// Coefficients are what a model is fitted for: tables show them first and cut them last.
#include "cli/table_order.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cggibbs {
namespace {

using testing::ElementsAre;

/// As recorded: intercept, sd, four effects of groups, two slopes, dispersion.
const std::vector<Place> places{Place::first, Place::middle, Place::last,  Place::last,  Place::last,
                                Place::last,  Place::first,  Place::first, Place::middle};
const std::vector<double> strength{0.1, 9, 5, 8, 6, 7, 0.3, 0.2, 9};

TEST(TableOrder, CoefficientsThenScalesThenEffectsOfGroups) {
  const TableOrder order = table_order(places, strength, 0);
  EXPECT_THAT(order.rows, ElementsAre(0, 6, 7, 1, 8, 2, 3, 4, 5));
  EXPECT_TRUE(order.cut.empty());
}

TEST(TableOrder, WhatIsLastIsCutFirstAndItsStrongestStay) {
  const TableOrder order = table_order(places, strength, 7);
  EXPECT_THAT(order.rows, ElementsAre(0, 6, 7, 1, 8, 3, 5));
  EXPECT_THAT(order.cut, ElementsAre(Place::last));
}

TEST(TableOrder, AmongCoefficientsTheInterceptAndTheStrongestStay) {
  const TableOrder order =
      table_order({Place::first, Place::first, Place::first, Place::middle}, {0, 1, 3, 9}, 2);
  EXPECT_THAT(order.rows, ElementsAre(0, 2));
  EXPECT_THAT(order.cut, ElementsAre(Place::first, Place::middle));
}

}  // namespace
}  // namespace cggibbs
