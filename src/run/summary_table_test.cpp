#include "run/summary_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace cggibbs {
namespace {

TEST(SummaryTable, ShowsNoControlCharactersOfNames) {
  const std::vector<SummaryRow> rows{{.name = "g[a\n\x1b[2J]", .mean = 1}, {.name = "x", .mean = 2}};
  const std::string table = summary_table(rows);
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 3);
  EXPECT_NE(table.find("g[a\\x0a\\x1b[2J]"), table.npos);
}

}  // namespace
}  // namespace cggibbs
