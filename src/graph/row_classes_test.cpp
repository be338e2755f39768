// Which rows are equal, in linear time.
#include "graph/row_classes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "graph/test_models.hpp"

namespace cggibbs {
namespace {

const std::size_t n = 120;

/// Row i of the node as numbers, the offset last.
std::vector<std::vector<double>> rows_of(const LinearNode& linear) {
  std::vector<std::vector<double>> rows(n);
  for (const auto& term : linear.terms)
    for (std::size_t j = 0; j < term.columns->cols(); ++j) {
      std::vector<double> column(n, 0.0);
      const ColumnView c = term.columns->col(j);
      for (std::size_t t = 0; t < c.count; ++t) column[c.row(t)] = c.value(t);
      for (std::size_t i = 0; i < n; ++i) rows[i].push_back(column[i]);
    }
  for (std::size_t i = 0; i < n; ++i) rows[i].push_back(offset_at(linear, i));
  return rows;
}

void expect_classes_of_equal_rows(const LinearNode& linear) {
  std::size_t steps = 0;
  const auto classes = find_row_classes(linear, n, n, steps);
  ASSERT_TRUE(classes);
  const auto rows = rows_of(linear);
  for (std::size_t k = 1; k < classes->size(); ++k) EXPECT_LT(classes->first[k - 1], classes->first[k]);
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_LE(classes->first[classes->of[i]], i);
    for (std::size_t k = 0; k < i; ++k) EXPECT_EQ(classes->of[i] == classes->of[k], rows[i] == rows[k]);
  }
  EXPECT_TRUE(find_row_classes(linear, n, classes->size(), steps));
  EXPECT_FALSE(find_row_classes(linear, n, classes->size() - 1, steps));
}

TEST(RowClasses, AreThoseOfEqualRows) {
  Rng rng(61, 0);
  const auto group = Columns::from(IndexMatrix{n, 7, test::groups(n, 7, rng), {}});
  const auto scores = Columns::from(test::of_few_values(test::dense(n, 2, rng), 3));
  SparseMatrix s = test::of_few_values(test::sparse(n, 3, 0.2, rng), 2);
  for (std::size_t t = 0; t < s.values.size(); t += 5) s.values[t] = t % 2 == 0 ? 0.0 : -0.0;  // stored zeros
  const auto sparse = Columns::from(s);
  std::vector<double> offset;
  for (std::size_t i = 0; i < n; ++i) offset.push_back(static_cast<double>(rng.below(2)));
  expect_classes_of_equal_rows({{}, {{0, group}}});
  expect_classes_of_equal_rows({{}, {{0, scores}}});
  expect_classes_of_equal_rows({{}, {{0, sparse}}});
  expect_classes_of_equal_rows({offset, {{0, Columns::broadcast(n)}}});
  expect_classes_of_equal_rows({offset, {{0, group}, {1, sparse}, {2, Columns::broadcast(n)}}});
  expect_classes_of_equal_rows({{}, {{0, scores}, {1, group}, {2, sparse}}});
  expect_classes_of_equal_rows({{}, {{0, Columns::identity(n)}}});
}

TEST(RowClasses, OfRowsThatAreNotNumbersDoNotExist) {
  std::vector<double> offset(n, 0.0);
  offset[3] = offset[4] = std::numeric_limits<double>::quiet_NaN();
  std::size_t steps = 0;
  EXPECT_FALSE(find_row_classes({offset, {{0, Columns::broadcast(n)}}}, n, n, steps));
}

TEST(RowClasses, CostAFewStepsPerEntryAndLessWhereTheFirstColumnTellsRowsApart) {
  Rng rng(62, 0);
  for (const std::size_t d : {10, 100, 1000}) {
    std::size_t steps = 0;
    const auto group = Columns::from(IndexMatrix{n, d, test::groups(n, d, rng), {}});
    find_row_classes({{}, {{0, group}}}, n, n, steps);
    EXPECT_LE(steps, 5 * n) << d;
    steps = 0;
    const auto scores = Columns::from(test::of_few_values(test::dense(n, d, rng), 2));
    find_row_classes({{}, {{0, scores}}}, n, n, steps);
    EXPECT_LE(steps, 5 * n * d) << d;
    steps = 0;
    find_row_classes({{}, {{0, Columns::from(test::dense(n, d, rng))}}}, n, n / 2, steps);
    EXPECT_EQ(steps, 2 * n) << d;
  }
}

}  // namespace
}  // namespace cggibbs
