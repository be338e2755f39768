// Summaries as text: rounding, and names from outside.
#include "run/summary_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/special.hpp"

namespace cggibbs {
namespace {

TEST(SummaryTable, ShowsNoControlCharactersOfNames) {
  const std::vector<SummaryRow> rows{{.name = "g[a\n\x1b[2J]", .mean = 1}, {.name = "x", .mean = 2}};
  const std::string table = summary_table(rows);
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 3);
  EXPECT_NE(table.find("g[a\\x0a\\x1b[2J]"), table.npos);
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
