// summary.csv is written in R's form and read back.
#include "io/table/summary_csv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "base/special.hpp"
#include "cggibbs/error.hpp"
#include "io/file/atomic_file.hpp"
#include "io/file/test_files.hpp"

namespace cggibbs {
namespace {

using test::FileSizeLimit;
using test::TempDir;
using testing::HasSubstr;

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

TEST(SummaryCsv, AnIntervalStandsBehindQ95) {
  SummaryCsvRow row{"x", 1, 2, 3, 4, 5, 6, 7, 8, 9};
  row.low = -1;
  row.high = 10;
  EXPECT_EQ(
      summary_csv({&row, 1}, 95),
      "variable,mean,median,sd,mad,q5,q95,q2.5,q97.5,rhat,ess_bulk,ess_tail\nx,1,2,3,4,5,6,-1,10,7,8,9\n");
}

TEST(SummaryCsv, IntervalsAreNamedByTheirEnds) {
  EXPECT_EQ(interval_names(50), std::pair(std::string("q25"), std::string("q75")));
  EXPECT_EQ(interval_names(99.9), std::pair(std::string("q0.05"), std::string("q99.95")));
}

TEST(SummaryCsv, OneRowAtATimeWritesTheSameFile) {
  TempDir dir;
  write_summary_csv(dir / "summary.csv", example.size(), [](std::size_t i) { return example[i]; });
  EXPECT_EQ(read_text(dir / "summary.csv"), summary_csv(example));
  EXPECT_FALSE(std::filesystem::exists(dir / "summary.csv.partial"));
}

TEST(SummaryCsv, ManyRowsAreWrittenInPieces) {
  TempDir dir;
  std::vector<SummaryCsvRow> many;
  for (int i = 0; i < 3000; ++i) many.push_back(example[static_cast<std::size_t>(i % 3)]);
  write_summary_csv(dir / "summary.csv", many);
  EXPECT_EQ(read_text(dir / "summary.csv"), summary_csv(many));
}

TEST(SummaryCsv, ReadsWhatItWrites) {
  TempDir dir;
  write_summary_csv(dir / "summary.csv", example);
  EXPECT_EQ(summary_csv(read_summary_csv(dir / "summary.csv").rows), summary_csv(example));
  for (const double interval : {50.0, 95.0, 99.9}) {
    write_summary_csv(
        dir / "summary.csv", example.size(), [](std::size_t i) { return example[i]; }, interval);
    const SummaryCsv read = read_summary_csv(dir / "summary.csv");
    EXPECT_NEAR(read.interval, interval, 1e-9);
    EXPECT_EQ(summary_csv(read.rows, interval), summary_csv(example, interval));
  }
}

TEST(SummaryCsv, RefusesWhatIsNoSummary) {
  TempDir dir;
  for (const char* rows : {"a,1,2\n", "a,1,2,3,4,5,6,7,8,9,10\n", "a,1,2,3,4,5,6,7,8,x\n", "\"a,1,2\n"}) {
    write_text_atomically(dir / "summary.csv", summary_csv({}) + rows);
    EXPECT_THROW(read_summary_csv(dir / "summary.csv"), Error) << rows;
  }
  write_text_atomically(dir / "summary.csv", "y,x\n1,2\n");
  EXPECT_THROW(read_summary_csv(dir / "summary.csv"), Error);
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
