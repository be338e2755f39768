// Sparse matrices from triplets and compressed forms.
#include "io/matrix/sparse_build.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/file/test_files.hpp"

namespace cggibbs {
namespace {

using testing::ElementsAre;

TEST(SparseBuild, TripletsInAnyOrderAreSortedSummedAndFreedOfZeros) {
  Triplets t;
  t.add(2, 1, 5);
  t.add(0, 1, 1);
  t.add(2, 1, 0.5);
  t.add(1, 0, 3);
  t.add(0, 0, 2);
  t.add(0, 0, -2);
  const SparseMatrix m = from_triplets(3, 3, t);
  EXPECT_THAT(m.start, ElementsAre(0, 1, 3, 3));
  EXPECT_THAT(m.row, ElementsAre(1, 0, 2));
  EXPECT_THAT(m.values, ElementsAre(3, 1, 5.5));
}

TEST(SparseBuild, ManyTripletsFindTheirPlaces) {
  const std::size_t rows = 31, cols = 17;
  std::vector<double> dense(rows * cols, 0.0);
  Triplets t;
  std::uint32_t x = 1;
  for (int k = 0; k < 400; ++k) {
    x = x * 1664525 + 1013904223;
    const std::uint32_t i = (x >> 16) % rows, j = (x >> 8) % cols;
    t.add(i, j, k + 1);
    dense[j * rows + i] += k + 1;
  }
  const SparseMatrix m = from_triplets(rows, cols, t);
  std::vector<double> back(rows * cols, 0.0);
  for (std::size_t j = 0; j < cols; ++j)
    for (std::size_t s = m.start[j]; s < m.start[j + 1]; ++s) {
      if (s > m.start[j]) {
        EXPECT_LT(m.row[s - 1], m.row[s]);
      }
      back[j * rows + m.row[s]] = m.values[s];
    }
  EXPECT_EQ(back, dense);
}

TEST(SparseBuild, CompressedRowsAndColumnsAgree) {
  const CompressedLines rows{2, 3, true, {0, 2, 3}, {2, 0, 1}, {7, 8, 9}};
  const CompressedLines cols{2, 3, false, {0, 1, 2, 3}, {0, 1, 0}, {8, 9, 7}};
  const SparseMatrix a = from_compressed(rows, "t"), b = from_compressed(cols, "t");
  EXPECT_EQ(a.start, b.start);
  EXPECT_EQ(a.row, b.row);
  EXPECT_EQ(a.values, b.values);
  EXPECT_THAT(a.values, ElementsAre(8, 9, 7));
}

TEST(SparseBuild, DamagedPointersAndIndicesAreRefused) {
  const auto error = [](const CompressedLines& lines) {
    return test::error_of([&] { from_compressed(lines, "t"); });
  };
  EXPECT_EQ(error({2, 3, false, {0, 1}, {0}, {1}}),
            "t: the sparse matrix has 2 column pointers where its shape needs 4. The file is damaged.");
  EXPECT_EQ(
      error({2, 2, false, {0, 2, 1}, {0, 1}, {1, 1}}),
      "t: pointer 3 of the sparse matrix's columns is 1, but pointers must rise from 0 to at most 2 stored "
      "entries. The file is damaged.");
  EXPECT_EQ(
      error({2, 2, true, {0, 2, 3}, {0, 1}, {1, 1}}),
      "t: pointer 3 of the sparse matrix's rows is 3, but pointers must rise from 0 to at most 2 stored "
      "entries. The file is damaged.");
  EXPECT_EQ(
      error({2, 2, false, {0, 1, 2}, {0, 2}, {1, 1}}),
      "t: stored entry 2 of the sparse matrix has row number 2 (from 0), but there are 2 rows. The file is "
      "damaged.");
  EXPECT_EQ(
      error({2, 2, false, {0, 1, 2}, {0, 0.5}, {1, 1}}),
      "t: stored entry 2 of the sparse matrix has row number 0.5 (from 0), but there are 2 rows. The file is "
      "damaged.");
  EXPECT_THAT(error({2, 2, true, {0, 1, 2}, {-1, 1e300}, {1, 1}}),
              testing::HasSubstr("stored entry 1 of the sparse matrix has column number -1 "));
}

TEST(SparseBuild, DenseBecomesSparseAboveEightyFivePercentZeros) {
  DenseMatrix x{10, 2, std::vector<double>(20, 0.0)};
  x.values[0] = 1;
  x.values[11] = 2;
  x.values[19] = 3;
  EXPECT_TRUE(std::holds_alternative<DenseMatrix>(maybe_sparse(x)));  // exactly 85%
  x.values[0] = 0;
  const Matrix m = maybe_sparse(x);
  const auto& sparse = std::get<SparseMatrix>(m);
  EXPECT_THAT(sparse.start, ElementsAre(0, 0, 2));
  EXPECT_THAT(sparse.row, ElementsAre(1, 9));
  EXPECT_THAT(sparse.values, ElementsAre(2, 3));
}

}  // namespace
}  // namespace cggibbs
