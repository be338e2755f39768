// Matrices as designs, and their labels.
#include "models/matrix_design.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cggibbs/error.hpp>

#include "base/test_error.hpp"

namespace cggibbs {
namespace {

using testing::ElementsAre;

MatrixData data(std::vector<double> y) {
  const std::size_t n = y.size();
  return {DenseMatrix{n, 2, std::vector<double>(2 * n, 1.5)}, std::move(y), {"a", "b"}, "m.mtx"};
}

std::string refusal(std::vector<double> y) {
  return test::error_of([&] { matrix_design(data(std::move(y)), Family::bernoulli, true); });
}

TEST(MatrixDesign, HasEveryColumnAndTheResponse) {
  const Design d = matrix_design(data({3, 1, 4}), Family::poisson, false);
  EXPECT_EQ(d.rows, 3U);
  EXPECT_THAT(d.names, ElementsAre("a", "b"));
  EXPECT_THAT(d.y, ElementsAre(3, 1, 4));
  EXPECT_FALSE(d.intercept);
}

TEST(MatrixDesign, TheLabelOneIsASuccess) {
  EXPECT_THAT(matrix_design(data({-1, 1, 1}), Family::bernoulli, true).y, ElementsAre(0, 1, 1));
  EXPECT_THAT(matrix_design(data({2, 1, 2}), Family::bernoulli, true).y, ElementsAre(0, 1, 0));
  EXPECT_THAT(matrix_design(data({0, 0}), Family::bernoulli, true).y, ElementsAre(0, 0));
}

TEST(MatrixDesign, RefusesLabelsThatAreNotTwo) {
  EXPECT_EQ(
      refusal({1, 2, 3, 4}),
      "m.mtx: the response has 3 or more different labels (1, 2, 3, ...); `family=bernoulli` needs two.");
  EXPECT_EQ(refusal({2, 3, 2}), "m.mtx: the labels are 2 and 3; one of them must be 1 (the success).");
}

}  // namespace
}  // namespace cggibbs
