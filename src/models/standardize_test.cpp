// The paper's scaling rule, exactly.
#include "models/standardize.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cggibbs/error.hpp>
#include <cmath>

namespace cggibbs {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Standardize, ZscoreSubtractsTheMeanAndDividesByTheSampleDeviation) {
  Matrix x = DenseMatrix{3, 1, {1, 2, 6}};
  const Scaling s = standardize(x, Standardize::zscore);
  const double sd = std::sqrt(7.0);  // (4 + 1 + 9) / 2
  EXPECT_THAT(s.centre, ElementsAre(DoubleEq(3)));
  EXPECT_THAT(s.scale, ElementsAre(DoubleEq(sd)));
  EXPECT_THAT(std::get<DenseMatrix>(x).values,
              ElementsAre(DoubleEq(-2 / sd), DoubleEq(-1 / sd), DoubleEq(3 / sd)));
}

TEST(Standardize, MaxabsDividesByTheLargestAbsoluteValueAndDoesNotCentre) {
  Matrix x = DenseMatrix{3, 1, {1, -4, 2}};
  const Scaling s = standardize(x, Standardize::maxabs);
  EXPECT_THAT(s.centre, ElementsAre(0));
  EXPECT_THAT(s.scale, ElementsAre(4));
  EXPECT_THAT(std::get<DenseMatrix>(x).values, ElementsAre(0.25, -1, 0.5));
}

TEST(Standardize, AutomaticIsMaxabsAboveEightyFivePercentZeros) {
  DenseMatrix m{20, 1, std::vector<double>(20, 0.0)};
  m.values[0] = 2;
  m.values[1] = 1;
  m.values[2] = 4;
  Matrix at_85 = m;  // 17 of 20
  EXPECT_DOUBLE_EQ(share_of_zeros(at_85), 0.85);
  EXPECT_EQ(standardize(at_85, Standardize::automatic).rule, Standardize::zscore);
  m.values[2] = 0;
  Matrix above = m;
  EXPECT_EQ(standardize(above, Standardize::automatic).rule, Standardize::maxabs);
}

TEST(Standardize, ConstantColumnsStayAsTheyAre) {
  for (const Standardize rule : {Standardize::zscore, Standardize::maxabs}) {
    Matrix x = DenseMatrix{2, 2, {0, 0, 1, 3}};
    const Scaling s = standardize(x, rule);
    EXPECT_EQ(s.centre[0], 0);
    EXPECT_EQ(s.scale[0], 1);
    EXPECT_EQ(std::get<DenseMatrix>(x).values[0], 0);
  }
  Matrix ones = DenseMatrix{3, 1, {5, 5, 5}};
  const Scaling s = standardize(ones, Standardize::zscore);
  EXPECT_THAT(s.scale, ElementsAre(1));
  EXPECT_THAT(std::get<DenseMatrix>(ones).values, ElementsAre(5, 5, 5));
}

TEST(Standardize, SparseStaysSparse) {
  Matrix x = SparseMatrix{10, 2, {0, 1, 2}, {3, 7}, {-5, 2}};
  EXPECT_DOUBLE_EQ(share_of_zeros(x), 0.9);
  const Scaling s = standardize(x, Standardize::automatic);
  ASSERT_TRUE(std::holds_alternative<SparseMatrix>(x));
  EXPECT_EQ(s.rule, Standardize::maxabs);
  EXPECT_THAT(s.scale, ElementsAre(5, 2));
  EXPECT_THAT(std::get<SparseMatrix>(x).values, ElementsAre(-1, 1));
  EXPECT_THAT([&] { standardize(x, Standardize::zscore); },
              testing::ThrowsMessage<Error>(HasSubstr("would fill the zeros of a sparse matrix")));
}

TEST(Standardize, SparseStorageOfFewZerosIsScaledLikeADenseMatrix) {
  Matrix dense = DenseMatrix{4, 1, {0, 3, 0, 1}};
  Matrix sparse = SparseMatrix{4, 1, {0, 2}, {1, 3}, {3, 1}};
  EXPECT_EQ(standardize(dense, Standardize::automatic).scale,
            standardize(sparse, Standardize::automatic).scale);
  ASSERT_TRUE(std::holds_alternative<DenseMatrix>(sparse));
  EXPECT_EQ(std::get<DenseMatrix>(dense).values, std::get<DenseMatrix>(sparse).values);
}

TEST(Standardize, NoneTouchesNothing) {
  Matrix x = DenseMatrix{2, 1, {1, 3}};
  const Scaling s = standardize(x, Standardize::none);
  EXPECT_TRUE(s.centre.empty());
  EXPECT_THAT(std::get<DenseMatrix>(x).values, ElementsAre(1, 3));
}

TEST(Standardize, RulesByName) {
  EXPECT_EQ(parse_standardize("auto"), Standardize::automatic);
  EXPECT_EQ(parse_standardize("maxabs"), Standardize::maxabs);
  EXPECT_THAT([] { parse_standardize("zscor"); },
              testing::ThrowsMessage<Error>(HasSubstr("'zscor'. Did you mean 'zscore'?")));
}

}  // namespace
}  // namespace cggibbs
