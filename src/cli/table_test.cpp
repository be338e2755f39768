// Tables for people: layout and rounding.
#include "cli/table.hpp"

#include <gtest/gtest.h>

#include "base/special.hpp"

namespace cggibbs {
namespace {

TEST(Table, FirstColumnLeftOthersRight) {
  EXPECT_EQ(text_table({"name", "mean"}, {{"a", "1.5"}, {"longer", "-12.25"}}),
            "name      mean\n"
            "a          1.5\n"
            "longer  -12.25\n");
}

TEST(Table, CountsLettersNotBytes) {
  EXPECT_EQ(text_table({"v", "x"}, {{"größe", "1"}, {"abcde", "2"}}), "v      x\ngröße  1\nabcde  2\n");
}

TEST(Table, NoTrailingBlanksAndNoRows) {
  EXPECT_EQ(text_table({"v", "x"}, {}), "v  x\n");
}

TEST(Table, OneLongNameLosesItsMiddleAndTheOthersKeepTheirPlace) {
  const std::string name = "group[" + std::string(100, 'x') + "]";
  const std::string wide = text_table({"v", "x"}, {{name, "1"}, {"b", "2"}});
  EXPECT_EQ(wide.find('\n'), 63u);
  EXPECT_NE(wide.find("group[" + std::string(23, 'x') + "..." + std::string(27, 'x') + "]  1\n"),
            std::string::npos)
      << wide;
  const std::string narrow = text_table({"v", "x"}, {{name, "1"}}, {.columns = 40});
  EXPECT_EQ(narrow.find('\n', narrow.find('\n') + 1) - narrow.find('\n') - 1, 40u) << narrow;
  EXPECT_EQ(text_table({"v", "x"}, {{"größenwahnsinnige Übertreibung", "1"}}, {.columns = 10}),
            "v" + std::string(17, ' ') + "x\ngrößenw...eibung  1\n");
}

TEST(Table, NarrowTerminalsDoWithoutSpareColumns) {
  const std::vector<std::vector<std::string>> rows{{"x", "1.23", "4.56", "7.89"}, {"y", "1", "2", "3"}};
  const std::vector<std::string> header{"v", "mean", "sd", "ess"};
  EXPECT_EQ(text_table(header, rows, {.columns = 19, .spare = {"ess", "sd"}}), text_table(header, rows, {}));
  EXPECT_EQ(text_table(header, rows, {.columns = 18, .spare = {"ess", "sd"}}),
            "v  mean    sd\nx  1.23  4.56\ny     1     2\n(too narrow for ess)\n");
  EXPECT_EQ(text_table(header, rows, {.columns = 8, .spare = {"absent", "ess", "sd"}}),
            "v  mean\nx  1.23\ny     1\n(too narrow for ess, sd)\n");
}

TEST(Table, OnlyColourMakesDoubtfulRowsDiffer) {
  const std::vector<std::vector<std::string>> rows{{"a", "1"}, {"b", "2"}};
  EXPECT_EQ(text_table({"v", "x"}, rows, {.doubtful = {1}}), "v  x\na  1\nb  2\n");
  EXPECT_EQ(text_table({"v", "x"}, rows, {.colour = true, .doubtful = {1}}),
            "\033[1mv  x\033[0m\na  1\n\033[33mb  2\033[0m\n");
}

TEST(Rounded, StopsWhereMonteCarloErrorBegins) {
  EXPECT_EQ(rounded(1.23456, 0.02), "1.23");  // down to the first digit of the error
  EXPECT_EQ(rounded(123.456, 3), "123");
  EXPECT_EQ(rounded(123456.7, 30), "123457");
  EXPECT_EQ(rounded(0.0123456, 0.0002), "0.0123");
}

TEST(Rounded, KeepsAtLeastTwoAndAtMostSixDigits) {
  EXPECT_EQ(rounded(0.012, 5), "0.012");
  EXPECT_EQ(rounded(1.23456789, 1e-12), "1.23457");
}

TEST(Rounded, VeryLargeAndVerySmallAreScientific) {
  EXPECT_EQ(rounded(1.234e-7, 1e-9), "1.23e-07");
  EXPECT_EQ(rounded(1.5e12, 1e11), "1.5e+12");
}

TEST(Rounded, OddValues) {
  EXPECT_EQ(rounded(0, 1), "0");
  EXPECT_EQ(rounded(nan, 1), "NA");
  EXPECT_EQ(rounded(inf, 1), "Inf");
  EXPECT_EQ(rounded(-inf, 1), "-Inf");
  EXPECT_EQ(rounded(1.23456, nan), "1.23");
  EXPECT_EQ(rounded(1.23456, 0), "1.23");
}

TEST(SummaryCells, UnknownFiguresAreNa) {
  Summary s{};
  s.mean = 1.5;
  s.rhat = nan;
  s.ess_bulk = nan;
  s.ess_tail = 123.9;
  const auto cells = summary_cells("x", s);
  ASSERT_EQ(cells.size(), summary_header().size());
  EXPECT_EQ(cells[0], "x");
  EXPECT_EQ(cells[6], "NA");
  EXPECT_EQ(cells[7], "NA");
  EXPECT_EQ(cells[8], "123");
}

}  // namespace
}  // namespace cggibbs
