// Which format a matrix file has, and where its response is.
#include "io/matrix/matrix_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/file/test_files.hpp"

namespace cggibbs {
namespace {

using test::error_of;
using test::TempDir;
using testing::ElementsAre;

TEST(MatrixFile, TheExtensionDecides) {
  TempDir dir;
  for (const char* name : {"a.svm", "a.svmlight", "a.LIBSVM"}) {
    EXPECT_TRUE(is_matrix_file(name));
    EXPECT_THAT(read_matrix_file(dir.write(name, "1 1:2\n0 1:3\n")).y, ElementsAre(1, 0)) << name;
  }
  EXPECT_FALSE(is_matrix_file("a.csv"));
  EXPECT_EQ(error_of([&] { read_matrix_file("a.xlsx"); }),
            "a.xlsx: its extension is none of the matrix formats that can be read (.mat, .npz, .mtx, .svm, "
            ".svmlight, "
            ".libsvm). Rename or convert the file; tables in .csv need a formula.");
}

TEST(MatrixFile, MatrixMarketNeedsAResponseFile) {
  TempDir dir;
  const std::string x =
      dir.write("x.mtx", "%%MatrixMarket matrix coordinate real general\n2 3 2\n1 1 5\n2 3 6\n");
  const std::string y = dir.write("y.csv", "y\n1\n0\n");
  const MatrixData d = read_matrix_file(x, {.response = y});
  EXPECT_EQ(cols(d.x), 3u);
  EXPECT_THAT(d.y, ElementsAre(1, 0));
  EXPECT_EQ(error_of([&] { read_matrix_file(x); }), x + ": a Matrix Market file holds only the matrix. Name "
                                                        "a file with the response, one number per line.");
  EXPECT_EQ(
      error_of([&] { read_matrix_file(x, {.response = dir.write("z.csv", "1\n")}); }),
      x + ": the matrix has 2 rows, but the response has 1 values. They must agree; check which file or "
          "variable holds the response.");
  EXPECT_EQ(error_of([&] { read_matrix_file(x, {.response = dir / "yy.csv"}); }),
            (dir / "yy.csv") + ": no such file. Did you mean 'y.csv'?");
}

TEST(MatrixFile, AResponseFileReplacesSvmlightLabels) {
  TempDir dir;
  const std::string x = dir.write("x.svm", "0 1:5\n0 2:6\n");
  EXPECT_THAT(read_matrix_file(x, {.response = dir.write("y.txt", "3\n4\n")}).y, ElementsAre(3, 4));
}

TEST(MatrixFile, MissingFilesAreReportedInEveryFormat) {
  TempDir dir;
  const std::string y = dir.write("response", "1\n");
  for (const char* name : {"q.svm", "q.mtx", "q.mat", "q.npz"})
    EXPECT_EQ(error_of([&] { read_matrix_file(dir / name, {.response = y}); }),
              (dir / name) + ": no such file. Check the path.");
}

}  // namespace
}  // namespace cggibbs
