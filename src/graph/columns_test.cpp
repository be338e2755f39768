// Columns of few values and sparse ones give their entries back.
#include "graph/columns.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "graph/test_models.hpp"

namespace cggibbs {
namespace {

/// n rows, entry i of column j is f(i, j).
template <class F>
DenseMatrix filled(std::size_t n, std::size_t d, const F& f) {
  DenseMatrix m{n, d, std::vector<double>(n * d)};
  for (std::size_t j = 0; j < d; ++j)
    for (std::size_t i = 0; i < n; ++i) m.values[j * n + i] = f(i, j);
  return m;
}

TEST(Columns, FewValuesAndCodesGiveTheEntriesBack) {
  Rng rng(31, 0);
  const std::size_t n = 300;
  // Columns of 1 to 12 values.
  const DenseMatrix dense = filled(
      n, 12, [&](std::size_t, std::size_t j) { return 0.25 * static_cast<double>(rng.below(j + 1)) - 0.7; });
  SparseMatrix sparse = test::sparse(n, 12, 0.5, rng);
  for (std::size_t j = 0; j < 12; ++j)
    for (std::size_t t = sparse.start[j]; t < sparse.start[j + 1]; ++t)
      sparse.values[t] = 1.5 * static_cast<double>(1 + rng.below(j + 1));
  for (const auto& columns : {Columns::from(dense), Columns::from(sparse)})
    for (std::size_t j = 0; j < 12; ++j) {
      const ColumnView c = columns->col(j);
      ASSERT_EQ(c.few.count, j < kernels::FewValues::most ? j + 1 : 0) << j;
      EXPECT_EQ(c.few.code == nullptr, j == 0 || j >= kernels::FewValues::most);
      for (std::size_t t = 0; t < c.count && c.few.count > 0; ++t) ASSERT_EQ(c.few[t], c.value(t)) << j;
    }
}

TEST(Columns, FewValuesCostAtMostAByteAnEntryAndNothingWhereThereAreNone) {
  Rng rng(32, 0);
  const std::size_t n = 1000, d = 50;
  const auto many = Columns::from(test::dense(n, d, rng));
  EXPECT_EQ(many->bytes(), 8 * n * d);
  const auto few = Columns::from(
      filled(n, d, [&](std::size_t, std::size_t) { return static_cast<double>(rng.below(3)); }));
  EXPECT_LE(few->bytes(), 9 * n * d + 64 * d);
}

TEST(Columns, SparseEntriesMayComeInAnyOrderAndSeveralOfAPlaceAddUp) {
  const auto columns = Columns::from(SparseMatrix{5, 2, {0, 3, 6}, {4, 0, 2, 1, 3, 1}, {1, 2, 3, 4, 5, 6}});
  const auto entries = [&](std::size_t j) {
    std::vector<double> out(5, 0.0);
    const ColumnView c = columns->col(j);
    for (std::size_t t = 0; t < c.count; ++t) {
      EXPECT_TRUE(t == 0 || c.row(t) > c.row(t - 1));
      out[c.row(t)] += c.value(t);
    }
    return out;
  };
  EXPECT_EQ(entries(0), (std::vector<double>{2, 0, 3, 0, 1}));
  EXPECT_EQ(entries(1), (std::vector<double>{0, 10, 0, 5, 0}));
}

TEST(Columns, ShortColumnsAreLeftAlone) {
  const auto two = [](std::size_t i, std::size_t) { return i % 2 ? 2.0 : 3.0; };
  EXPECT_EQ(Columns::from(filled(95, 1, two))->col(0).few.count, 0u);
  EXPECT_EQ(Columns::from(filled(96, 1, two))->col(0).few.count, 2u);
}

TEST(Columns, OnesHaveOneValueAndNotANumberHasNone) {
  const auto ones = Columns::from(filled(100, 2, [](std::size_t, std::size_t) { return 1.0; }));
  EXPECT_EQ(ones->col(1).few.count, 1u);
  EXPECT_EQ(ones->col(1).few[7], 1);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto bad = Columns::from(filled(100, 1, [&](std::size_t, std::size_t) { return nan; }));
  EXPECT_EQ(bad->col(0).few.count, 0u);
  const auto hole = Columns::from(filled(100, 1, [&](std::size_t i, std::size_t) {
    return i == 50 ? nan : i % 2 ? 1.0 : 0.0;
  }));
  EXPECT_EQ(hole->col(0).few.count, 0u);
  const auto zeros =
      Columns::from(filled(100, 1, [](std::size_t i, std::size_t) { return i % 2 ? 0.0 : -0.0; }));
  EXPECT_EQ(zeros->col(0).few.count, 1u);
}

}  // namespace
}  // namespace cggibbs
