// The layout of tables.
#include "base/text_table.hpp"

#include <gtest/gtest.h>

namespace cggibbs {
namespace {

TEST(TextTable, FirstColumnLeftOthersRight) {
  EXPECT_EQ(text_table({"name", "mean"}, {{"a", "1.5"}, {"longer", "-12.25"}}),
            "name      mean\n"
            "a          1.5\n"
            "longer  -12.25\n");
}

TEST(TextTable, CountsLettersNotBytes) {
  EXPECT_EQ(text_table({"v", "x"}, {{"größe", "1"}, {"abcde", "2"}}), "v      x\ngröße  1\nabcde  2\n");
}

TEST(TextTable, NoTrailingBlanksAndNoRows) {
  EXPECT_EQ(text_table({"v", "x"}, {}), "v  x\n");
}

TEST(TextTable, OneLongNameLosesItsMiddleAndTheOthersKeepTheirPlace) {
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

TEST(TextTable, NarrowTerminalsDoWithoutSpareColumns) {
  const std::vector<std::vector<std::string>> rows{{"x", "1.23", "4.56", "7.89"}, {"y", "1", "2", "3"}};
  const std::vector<std::string> header{"v", "mean", "sd", "ess"};
  EXPECT_EQ(text_table(header, rows, {.columns = 19, .spare = {"ess", "sd"}}), text_table(header, rows, {}));
  EXPECT_EQ(text_table(header, rows, {.columns = 18, .spare = {"ess", "sd"}}),
            "v  mean    sd\nx  1.23  4.56\ny     1     2\n(too narrow for ess)\n");
  EXPECT_EQ(text_table(header, rows, {.columns = 8, .spare = {"absent", "ess", "sd"}}),
            "v  mean\nx  1.23\ny     1\n(too narrow for ess, sd)\n");
}

TEST(TextTable, OnlyColourMakesDoubtfulRowsDiffer) {
  const std::vector<std::vector<std::string>> rows{{"a", "1"}, {"b", "2"}};
  EXPECT_EQ(text_table({"v", "x"}, rows, {.doubtful = {1}}), "v  x\na  1\nb  2\n");
  EXPECT_EQ(text_table({"v", "x"}, rows, {.colour = true, .doubtful = {1}}),
            "\033[1mv  x\033[0m\na  1\n\033[33mb  2\033[0m\n");
}

}  // namespace
}  // namespace cggibbs
