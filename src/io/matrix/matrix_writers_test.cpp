// What the matrix writers write, the readers read back: bit for bit.
#include <gtest/gtest.h>

#include "io/file/atomic_file.hpp"
#include "io/file/test_files.hpp"
#include "io/matrix/matrix_market.hpp"
#include "io/matrix/matrix_text.hpp"
#include "io/matrix/npz.hpp"
#include "io/matrix/npz_writer.hpp"
#include "io/matrix/svmlight.hpp"

namespace cggibbs {
namespace {

const DenseMatrix dense{3, 2, {0.1, -2, 1e-300, 4, 5, 1.0 / 3}};
// The last column is empty.
const SparseMatrix sparse{3, 4, {0, 2, 2, 3, 3}, {0, 2, 1}, {0.1, -7, 1.0 / 3}};
const std::vector<double> y{1, 0, 2.5};

void expect_same(const Matrix& a, const DenseMatrix& b) {
  ASSERT_TRUE(std::holds_alternative<DenseMatrix>(a));
  EXPECT_EQ(rows(a), b.rows);
  EXPECT_EQ(std::get<DenseMatrix>(a).values, b.values);
}

void expect_same(const Matrix& a, const SparseMatrix& b) {
  ASSERT_TRUE(std::holds_alternative<SparseMatrix>(a));
  const auto& s = std::get<SparseMatrix>(a);
  EXPECT_EQ(s.cols, b.cols);
  EXPECT_EQ(s.start, b.start);
  EXPECT_EQ(s.row, b.row);
  EXPECT_EQ(s.values, b.values);
}

TEST(MatrixWriters, SvmlightKeepsValuesLabelsAndAnEmptyLastColumn) {
  EXPECT_EQ(svmlight_text(sparse, y), "1 1:0.1 4:0\n0 3:0.3333333333333333\n2.5 1:-7\n");
  const MatrixData back = parse_svmlight(svmlight_text(sparse, y), "text");
  EXPECT_EQ(cols(back.x), 4u);
  EXPECT_EQ(back.y, y);
}

TEST(MatrixWriters, MatrixMarketIsArrayForDenseAndCoordinateForSparse) {
  expect_same(parse_matrix_market(matrix_market_text(dense), "text"), dense);
  expect_same(parse_matrix_market(matrix_market_text(sparse), "text"), sparse);
}

TEST(MatrixWriters, NpzHoldsTheMatrixAndTheResponse) {
  const test::TempDir dir;
  write_npz(dir / "dense.npz", dense, y);
  const MatrixData back = read_npz(dir / "dense.npz");
  expect_same(back.x, dense);
  EXPECT_EQ(back.y, y);
  write_npz(dir / "sparse.npz", sparse, y);
  const MatrixData sparse_back = read_npz(dir / "sparse.npz");
  expect_same(sparse_back.x, sparse);
  EXPECT_EQ(sparse_back.y, y);
}

TEST(MatrixWriters, EqualDataGiveEqualNpzFiles) {
  const test::TempDir dir;
  write_npz(dir / "a.npz", dense, y);
  write_npz(dir / "b.npz", dense, y);
  EXPECT_EQ(read_text(dir / "a.npz"), read_text(dir / "b.npz"));
}

}  // namespace
}  // namespace cggibbs
