// svmlight files, and what is wrong with them.
#include "io/matrix/svmlight.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/file/test_files.hpp"

namespace cggibbs {
namespace {

using testing::ElementsAre;

std::string svm_error(std::string_view text, bool zero_based = false) {
  return test::error_of([&] { parse_svmlight(text, "t.svm", zero_based); });
}

TEST(Svmlight, LabelsAndFeaturesAreReadSparse) {
  const MatrixData d = parse_svmlight("# header\n+1 qid:3 1:0.5 3:2 # note 9:9\r\n\n-1 2:-1e1\n0\n", "t.svm");
  EXPECT_THAT(d.y, ElementsAre(1, -1, 0));
  const auto& x = std::get<SparseMatrix>(d.x);
  EXPECT_EQ(x.rows, 3u);
  EXPECT_EQ(x.cols, 3u);
  EXPECT_THAT(x.start, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(x.row, ElementsAre(0, 1, 0));
  EXPECT_THAT(x.values, ElementsAre(0.5, -10, 2));
  EXPECT_THAT(d.names, ElementsAre("x1", "x2", "x3"));
  EXPECT_EQ(d.source, "t.svm");
}

TEST(Svmlight, ZeroBasedNumbersShiftByOne) {
  const MatrixData d = parse_svmlight("1 0:4 2:5\n", "t.svm", true);
  EXPECT_EQ(cols(d.x), 3u);
  EXPECT_THAT(std::get<SparseMatrix>(d.x).col_values(0), ElementsAre(4));
}

TEST(Svmlight, FeatureZeroSuggestsTheOption) {
  EXPECT_EQ(
      svm_error("1 1:1\n0 0:1 2:1\n"),
      "t.svm:2:3: feature number 0, but numbers count from 1. If this file counts from 0, use `zero_based`.");
}

TEST(Svmlight, FeaturesMustAscend) {
  EXPECT_EQ(svm_error("1 2:1 1:1\n"),
            "t.svm:1:7: feature 1 comes after feature 2. Feature numbers must ascend within a line.");
  EXPECT_EQ(svm_error("1 2:1 2:1\n"),
            "t.svm:1:7: feature 2 comes after feature 2. Feature numbers must ascend within a line.");
}

TEST(Svmlight, LabelsMustBeFiniteNumbers) {
  EXPECT_EQ(svm_error("1 1:1\ncat 1:1\n"),
            "t.svm:2:1: label 'cat' is not a finite number. Each line must start with the response, as in "
            "'1 3:0.5 7:2'.");
  EXPECT_EQ(svm_error("nan 1:1\n").substr(0, 38), "t.svm:1:1: label 'nan' is not a finite");
  EXPECT_EQ(svm_error("1,3 1:1\n"),
            "t.svm:1:1: label '1,3' has several values. Only one label per line can be read.");
}

TEST(Svmlight, FeaturesMustBeIndexColonFiniteValue) {
  EXPECT_EQ(svm_error("1 1:1 5\n"), "t.svm:1:7: '5' is not of the form index:value.");
  EXPECT_EQ(svm_error("1 a:1\n"), "t.svm:1:3: feature number 'a' is not a whole number.");
  EXPECT_EQ(svm_error("1 -1:1\n"), "t.svm:1:3: feature number '-1' is not a whole number.");
  EXPECT_EQ(svm_error("1 99999999999:1\n"), "t.svm:1:3: feature number '99999999999' is too large.");
  EXPECT_EQ(svm_error("1 12:inf\n"),
            "t.svm:1:6: value 'inf' of feature 12 is not a finite number. Correct it, or leave the feature "
            "out if it "
            "is zero.");
  EXPECT_EQ(svm_error("1 12:\n").substr(0, 34), "t.svm:1:6: value '' of feature 12 ");
}

TEST(Svmlight, AHugeFeatureNumberDoesNotAllocateThatManyColumns) {
  EXPECT_EQ(svm_error("1 4000000000:1\n"),
            "t.svm: claims 4000000000 columns, for which a fit needs 2.24e+03 GiB of memory. Check the "
            "column numbers; if "
            "they are right, allow it: `max_memory=2400GB`.");
}

TEST(Svmlight, FilesWithoutDataAreRefused) {
  EXPECT_EQ(svm_error(""), "t.svm: the file has no lines of data. Each line is 'label index:value ...'.");
  EXPECT_EQ(svm_error("# only\n\n"), svm_error(""));
  EXPECT_EQ(svm_error("1\n0\n"), "t.svm: the matrix is 2 x 0. It needs at least one row and one column.");
}

}  // namespace
}  // namespace cggibbs
