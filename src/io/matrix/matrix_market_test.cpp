// Matrix Market files, and what is wrong with them.
#include "io/matrix/matrix_market.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/file/test_files.hpp"

namespace cggibbs {
namespace {

using testing::ElementsAre;

std::string mtx_error(const std::string& text) {
  return test::error_of([&] { parse_matrix_market(text, "t.mtx"); });
}
std::string coordinate(const std::string& rest) {
  return "%%MatrixMarket matrix coordinate real general\n" + rest;
}
std::vector<double> dense_values(const std::string& text) {
  return std::get<DenseMatrix>(parse_matrix_market(text, "t.mtx")).values;
}

TEST(MatrixMarket, CoordinatesAreSparseAndDuplicatesAddUp) {
  const Matrix m =
      parse_matrix_market(coordinate("% note\n\n3 2 4\n1 1 0.5\n3 2 1e1\n\n3 2 -1\n2 2 7\n"), "t.mtx");
  const auto& x = std::get<SparseMatrix>(m);
  EXPECT_EQ(x.rows, 3u);
  EXPECT_THAT(x.start, ElementsAre(0, 1, 3));
  EXPECT_THAT(x.row, ElementsAre(0, 1, 2));
  EXPECT_THAT(x.values, ElementsAre(0.5, 7, 9));
}

TEST(MatrixMarket, PatternEntriesAreOnesAndTheBannerIgnoresCase) {
  const Matrix m =
      parse_matrix_market("%%matrixmarket MATRIX Coordinate Pattern General\r\n2 2 1\r\n2 1\r\n", "t");
  EXPECT_THAT(std::get<SparseMatrix>(m).values, ElementsAre(1));
}

TEST(MatrixMarket, SymmetricCoordinatesAreExpanded) {
  const Matrix s =
      parse_matrix_market("%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n1 1 4\n2 1 3\n", "t");
  EXPECT_THAT(std::get<SparseMatrix>(s).values, ElementsAre(4, 3, 3));
  const Matrix k =
      parse_matrix_market("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 3\n", "t");
  EXPECT_THAT(std::get<SparseMatrix>(k).values, ElementsAre(3, -3));
}

TEST(MatrixMarket, ArraysAreDenseByColumns) {
  EXPECT_THAT(dense_values("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4"),
              ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(dense_values("%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n4\n"),
              ElementsAre(1, 2, 2, 4));
  EXPECT_THAT(dense_values("%%MatrixMarket matrix array integer skew-symmetric\n2 2\n2\n"),
              ElementsAre(0, 2, -2, 0));
}

TEST(MatrixMarket, BannersThatCannotBeUsedAreRefused) {
  EXPECT_EQ(mtx_error("1 1 1\n"),
            "t.mtx:1:1: a Matrix Market file starts with '%%MatrixMarket matrix'. Check that this is one.");
  EXPECT_EQ(mtx_error(""), mtx_error("hello"));
  EXPECT_EQ(
      mtx_error("%%MatrixMarket matrix coordinate complex general\n"),
      "t.mtx:1:34: complex entries cannot be used as data. Save the real part, or real and imaginary parts "
      "apart.");
  EXPECT_EQ(mtx_error("%%MatrixMarket matrix coordinate real hermitian\n"),
            "t.mtx:1:39: hermitian matrices are complex and cannot be used as data.");
  EXPECT_EQ(mtx_error("%%MatrixMarket matrix list real general\n"),
            "t.mtx:1:23: layout 'list' is not known. Use coordinate or array.");
  EXPECT_EQ(mtx_error("%%MatrixMarket matrix array text general\n"),
            "t.mtx:1:29: entry type 'text' is not known. Use real, integer or pattern.");
  EXPECT_EQ(mtx_error("%%MatrixMarket matrix array pattern general\n"),
            "t.mtx:1:29: pattern entries need the coordinate layout.");
  EXPECT_EQ(mtx_error("%%MatrixMarket matrix array real\n"),
            "t.mtx:1:33: symmetry '' is not known. Use general, symmetric or skew-symmetric.");
}

TEST(MatrixMarket, SizeLinesAreCheckedBeforeAnythingIsAllocated) {
  EXPECT_EQ(mtx_error(coordinate("")),
            "t.mtx: has no size line. The file is cut short: fetch or save it again.");
  EXPECT_EQ(mtx_error(coordinate("2 x 1\n")),
            "t.mtx:2:3: the number of columns is 'x', but must be a whole number.");
  EXPECT_EQ(mtx_error(coordinate("2 2\n")),
            "t.mtx:2:4: the number of entries is missing, but must be a whole number.");
  EXPECT_EQ(mtx_error(coordinate("0 2 0\n")),
            "t.mtx:2:6: the matrix is 0 x 2. It needs at least one row and one column.");
  EXPECT_EQ(mtx_error(coordinate("2 2 1000000000000\n1 1 1\n")),
            "t.mtx:2:18: announces 1000000000000 entries, more than 70 bytes of text can hold. The file is "
            "cut short "
            "or its size line is wrong.");
  EXPECT_EQ(
      mtx_error("%%MatrixMarket matrix array real general\n4294967296 4294967296\n1\n"),
      "t.mtx:2:22: announces 18446744073709551616 entries, more than 65 bytes of text can hold. The file is "
      "cut short or its size line is wrong.");
  EXPECT_THAT(mtx_error(coordinate("1 1000000000000 1\n1 1 1\n")),
              testing::StartsWith("t.mtx: claims 1000000000000 columns, for which"));
  EXPECT_EQ(mtx_error(coordinate("4294967296 1 1\n1 1 1\n")),
            "t.mtx: claims 4294967296 rows, more than the 4294967295 that can be indexed.");
  EXPECT_EQ(mtx_error("%%MatrixMarket matrix array real symmetric\n2 3\n1\n1\n1\n1\n1\n"),
            "t.mtx:2:4: a 2 x 3 matrix cannot be symmetric.");
}

TEST(MatrixMarket, EntriesThatAreWrongAreNamed) {
  EXPECT_EQ(mtx_error(coordinate("2 2 1\n0 1 1\n")),
            "t.mtx:3:1: the row number is 0, but numbers count from 1.");
  EXPECT_EQ(mtx_error(coordinate("2 2 1\n1 3 1\n")),
            "t.mtx:3:3: the column number is 3, but the size line says 2.");
  EXPECT_EQ(mtx_error(coordinate("2 2 1\n1 1 nan\n")),
            "t.mtx:3:5: the value is 'nan', but must be a finite number.");
  EXPECT_EQ(mtx_error(coordinate("2 2 1\n1 1\n")),
            "t.mtx:3:4: the value is missing, but must be a finite number.");
  EXPECT_EQ(mtx_error(coordinate("2 2 1\n1 1 1 1\n")), "t.mtx:3:7: unexpected '1' at the end of the line.");
  EXPECT_EQ(mtx_error(coordinate("2 2 2\n1 1 1\n")),
            "t.mtx: ends after 1 of 2 entries. The file is cut short: fetch or save it again.");
  EXPECT_EQ(mtx_error(coordinate("2 2 1\n1 1 1\n1 2 1\n")),
            "t.mtx:4:1: more than the 1 entries that the size line announces.");
  EXPECT_EQ(mtx_error("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n%\n"),
            "t.mtx: ends after 3 of 4 entries. The file is cut short: fetch or save it again.");
  EXPECT_EQ(mtx_error("%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 1\n"),
            "t.mtx:3:1: entry (1, 2) is not below the diagonal, where a symmetric file keeps its entries.");
  EXPECT_EQ(
      mtx_error("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 1 1\n"),
      "t.mtx:3:1: entry (1, 1) is not below the diagonal, where a skew-symmetric file keeps its entries.");
}

}  // namespace
}  // namespace cggibbs
