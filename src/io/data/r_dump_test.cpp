// Data as R and WinBUGS write them.
#include "io/data/r_dump.hpp"

#include <gtest/gtest.h>

#include <cggibbs/error.hpp>
#include <cmath>
#include <limits>

#include "base/test_error.hpp"
#include "io/data/test_data.hpp"

namespace cggibbs {
namespace {

using Numbers = std::vector<double>;
using Shape = std::vector<std::size_t>;

NamedArray get(const std::string& text, const std::string& name) {
  return test::array_of(parse_r_dump(text, "d.R"), name);
}

std::string error(const std::string& text) {
  return test::error_of([&] { parse_r_dump(text, "d.R"); });
}

TEST(RDump, ReadsScalarsVectorsAndMatricesAsRWritesThem) {
  const std::string text =
      "`N` <-\n3L\n\"x\" <-\nc(1, -2.5e-3,\n +4.)\nm <- structure(c(1,2,3,4,5,6), .Dim = c(2L, 3L)) # two by "
      "three\n'k' = 7; j<-8";
  EXPECT_EQ(get(text, "N"), (NamedArray{{}, {3}}));
  EXPECT_EQ(get(text, "x"), (NamedArray{{3}, {1, -2.5e-3, 4}}));
  EXPECT_EQ(get(text, "m"), (NamedArray{{2, 3}, {1, 2, 3, 4, 5, 6}}));
  EXPECT_EQ(get(text, "k"), (NamedArray{{}, {7}}));
  EXPECT_EQ(get(text, "j"), (NamedArray{{}, {8}}));
}

TEST(RDump, ReadsRangesAndWhatRWritesForEmptyVectors) {
  EXPECT_EQ(get("x <- 1:4", "x"), (NamedArray{{4}, {1, 2, 3, 4}}));
  EXPECT_EQ(get("x <- 2:-1", "x"), (NamedArray{{4}, {2, 1, 0, -1}}));
  EXPECT_EQ(get("x <- c(1:2, 9L)", "x"), (NamedArray{{3}, {1, 2, 9}}));
  EXPECT_EQ(get("x <- numeric(0)", "x"), (NamedArray{{0}, {}}));
  EXPECT_EQ(get("x <- structure(1:4, .Dim = c(2L, 2L))", "x"), (NamedArray{{2, 2}, {1, 2, 3, 4}}));
  EXPECT_EQ(get("x <- as.integer(c(1,2))", "x"), (NamedArray{{2}, {1, 2}}));
}

TEST(RDump, ReadsMissingInfiniteAndLogicalValues) {
  const NamedArray x = get("x <- c(NA, NaN, Inf, -Inf, TRUE, NA_integer_)", "x");
  ASSERT_EQ(x.values.size(), 6u);
  EXPECT_TRUE(std::isnan(x.values[0]) && std::isnan(x.values[1]) && std::isnan(x.values[5]));
  EXPECT_EQ(x.values[2], std::numeric_limits<double>::infinity());
  EXPECT_EQ(x.values[3], -std::numeric_limits<double>::infinity());
  EXPECT_EQ(x.values[4], 1);
}

TEST(RDump, IgnoresNamesAndOtherAttributes) {
  EXPECT_EQ(get("x <- structure(c(a = 1, b = 2), .Names = c(\"a\", \"b\"))", "x"), (NamedArray{{2}, {1, 2}}));
  EXPECT_EQ(get("x <- structure(c(1,2), dim = 1:2, dimnames = list(NULL, c(\"a\", \"b\")))", "x"),
            (NamedArray{{1, 2}, {1, 2}}));
  EXPECT_EQ(get("f <- structure(c(1L, 2L), .Label = c(\"no\", \"yes\"), class = \"factor\")", "f"),
            (NamedArray{{2}, {1, 2}}));
}

TEST(RDump, AListThatStandsAloneHasWinBugsMatricesByRows) {
  const std::string matrix = "m = structure(.Data = c(1,2,3,4,5,6), .Dim = c(2,3))";
  const DataFile file = parse_r_dump("list(N = 2,\n " + matrix + ", y = c(1, NA))", "d.txt");
  EXPECT_EQ(*file.arrays.find("m"), (NamedArray{{2, 3}, {1, 4, 2, 5, 3, 6}}));
  ASSERT_EQ(file.notes.size(), 1u);
  EXPECT_NE(file.notes[0].find("by rows"), std::string::npos);
  // R's own notation is by columns wherever it stands, and so is .Data in an assignment, as JAGS reads it.
  EXPECT_EQ(get("list(m = structure(c(1,2,3,4,5,6), .Dim = c(2,3)))", "m").values,
            (Numbers{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(get("m <- structure(.Data = c(1,2,3,4,5,6), .Dim = c(2,3))", "m").values,
            (Numbers{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(get("data <- list(" + matrix + ")", "m").values, (Numbers{1, 2, 3, 4, 5, 6}));
}

TEST(RDump, ReadsWinBugsTablesAndSeveralPartsOfAFile) {
  const std::string text = "list(N = 2)\n t[] y[,1] y[,2]\n1 2 3\n4 5 NA\nEND\n list(k = 1)";
  EXPECT_EQ(get(text, "t"), (NamedArray{{2}, {1, 4}}));
  EXPECT_EQ(get(text, "y").shape, (Shape{2, 2}));
  EXPECT_EQ(get(text, "y").values[2], 3);
  EXPECT_EQ(get(text, "k"), (NamedArray{{}, {1}}));
}

TEST(RDump, AcceptsTheNameOfAGenerator) {
  const DataFile file = parse_r_dump(".RNG.name <- \"base::Mersenne-Twister\"\n.RNG.seed <- 7\n", "i.R");
  EXPECT_EQ(file.arrays.size(), 1u);
  EXPECT_EQ(*file.arrays.find(".RNG.seed"), (NamedArray{{}, {7}}));
}

TEST(RDump, ErrorsSayWhereAndWhat) {
  EXPECT_EQ(error("x <- c(1,\n  two)"),
            "d.R:2:3: 'two' is no number: expected one, NA, c(...) or structure(...).");
  EXPECT_EQ(error("x <- c(1 2)"), "d.R:1:10: expected a comma or ')', found '2'.");
  EXPECT_EQ(error("x <- structure(1:6, .Dim = c(2, 2))"),
            "d.R:1:6: .Dim asks for 4 values, and there are 6.");
  EXPECT_EQ(error("x <- 1\n y <- 2\nx <- 3"), "d.R:3:1: 'x' is there twice, first in line 1.");
  EXPECT_EQ(error("x <- \"a\""), "d.R:1:1: 'x' is text, and data are numbers: code it as one.");
  EXPECT_EQ(error("x 3"), "d.R:1:3: expected '<-' behind 'x', found '3'.");
  EXPECT_EQ(error("x <- c(1, 2"), "d.R:1:12: expected a comma or ')', found the end of the file.");
  EXPECT_NE(error("x <- rnorm(3)").find("'rnorm'(...) is not read"), std::string::npos);
  EXPECT_NE(error("x <- 1:1e15").find("memory"), std::string::npos);
  EXPECT_NE(error("x <- " + std::string(5000, '(')).find("expected a number"), std::string::npos);
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += "c(";
  EXPECT_NE(error("x <- " + deep).find("nested"), std::string::npos);
  EXPECT_NE(error("x[] y[]\n1 2 3").find("d.R:2:6: expected a number or NA"), std::string::npos);
}

}  // namespace
}  // namespace cggibbs
