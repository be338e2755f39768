#include "io/table/summary_csv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/special.hpp"
#include "cggibbs/error.hpp"
#include "io/file/atomic_file.hpp"
#include "io/file/temp_dir.hpp"

namespace cggibbs {
namespace {

using testing::FileSizeLimit;
using ::testing::HasSubstr;
using testing::message_of;
using testing::TempDir;

const std::vector<SummaryCsvRow> example{
    {"Intercept", 0.1, -1e-300, 1.0 / 3, 2, -3, 4e200, 1.001, 1234.5, 999},
    {"C(g)[a,b]", 1, 2, 3, 4, 5, 6, nan, nan, nan},
    {"say \"hi\"\nthere", -inf, 2, inf, 4, 5, 6, 7, 8, 9},
};

TEST(SummaryCsv, HasTheColumnsOfSummariseDraws) {
  const std::string text = summary_csv(example);
  EXPECT_EQ(text.substr(0, text.find('\n')), "variable,mean,median,sd,mad,q5,q95,rhat,ess_bulk,ess_tail");
  EXPECT_THAT(text, HasSubstr("\nIntercept,0.1,-1e-300,0.3333333333333333,2,-3,4e+200,1.001,1234.5,999\n"));
  EXPECT_THAT(text, HasSubstr("\n\"C(g)[a,b]\",1,2,3,4,5,6,NA,NA,NA\n"));
  EXPECT_THAT(text, HasSubstr("\"say \"\"hi\"\"\nthere\",-inf"));
}

TEST(SummaryCsv, ReadsBackExactly) {
  TempDir dir;
  write_summary_csv(dir / "summary.csv", example);
  const auto back = read_summary_csv(dir / "summary.csv");
  ASSERT_EQ(back.size(), example.size());
  EXPECT_EQ(summary_csv(back), summary_csv(example));
  EXPECT_EQ(back[2].variable, example[2].variable);
  EXPECT_EQ(back[0].sd, 1.0 / 3);
  EXPECT_TRUE(std::isnan(back[1].rhat));
  EXPECT_FALSE(std::filesystem::exists(dir / "summary.csv.partial"));
}

TEST(SummaryCsv, ManyRowsAreWrittenInPieces) {
  TempDir dir;
  std::vector<SummaryCsvRow> many;
  for (int i = 0; i < 3000; ++i) many.push_back(example[static_cast<std::size_t>(i % 3)]);
  write_summary_csv(dir / "summary.csv", many);
  EXPECT_EQ(read_text(dir / "summary.csv"), summary_csv(many));
}

TEST(SummaryCsv, MalformedFilesAreNamedByLine) {
  const std::string head = summary_csv({});
  const auto message = [&](const std::string& text) {
    return message_of<Error>([&] { parse_summary_csv(text, "s.csv"); });
  };
  EXPECT_THAT(message("a,b\n"), HasSubstr("s.csv:1:"));
  EXPECT_THAT(message(head + "x,1,2\n"), HasSubstr("s.csv:2: fewer than 9"));
  EXPECT_THAT(message(head + "x,1,2,3,4,5,6,7,8,9,10\n"), HasSubstr("s.csv:2: more than 9"));
  EXPECT_THAT(message(head + "x,1,2,three,4,5,6,7,8,9\n"), HasSubstr("s.csv:2: 'three'"));
}

TEST(SummaryCsv, AFullDiskLeavesTheOldSummary) {
  TempDir dir;
  write_summary_csv(dir / "summary.csv", example);
  {
    FileSizeLimit limit(100);
    EXPECT_THROW(write_summary_csv(dir / "summary.csv", example), Error);
  }
  EXPECT_EQ(read_text(dir / "summary.csv"), summary_csv(example));
}

}  // namespace
}  // namespace cggibbs
