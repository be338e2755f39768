// Journals of experiments: what is done is not done again, and nothing is lost.
#include "experiments/conduct.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cggibbs/error.hpp>
#include <fstream>

#include "io/file/atomic_file.hpp"
#include "io/file/test_files.hpp"

namespace cggibbs {
namespace {

namespace fs = std::filesystem;

std::atomic<int> computed{0};
std::atomic<bool> stop{false};
std::atomic<bool> fails{false};

std::vector<Cell> toy_cells(bool) {
  std::vector<Cell> all;
  for (std::size_t d = 1; d <= 6; ++d) all.push_back({"toy", 3, d, "normal", "paper", 1});
  return all;
}

Rows toy_compute(const Cell& cell, const Lab& lab) {
  if (++computed == 3 && stop) const_cast<std::atomic<bool>&>(lab.interrupt) = true;
  if (fails && cell.d == 2) throw Error("no such luck");
  Row r;
  r.cell = cell;
  r.draws = 10 * cell.d;
  r.seconds = 0.5;
  r.more = {{"extra", static_cast<double>(cell.d)}};
  return {r};
}

const Experiment toy{"toy",
                     "a toy",
                     "that it works",
                     toy_cells,
                     toy_compute,
                     [](const Rows&) {
                       return Figure{"toy", {Panel{"", {"x"}, {"y"}}}};
                     },
                     [](const Rows& rows) {
                       return Verdict{Verdict::Holds::yes, std::to_string(rows.size())};
                     }};

class ConductTest : public testing::Test {
 protected:
  ConductTest() {
    computed = 0;
    stop = fails = false;
  }

  Conclusion conduct(std::uint64_t seed = 1, int threads = 2) {
    std::atomic<bool> interrupt{false};
    Bench bench({.seed = seed, .threads = threads, .folder = folder_, .peers = "none"}, interrupt);
    return bench.conduct(toy, [](std::size_t, std::size_t) {});
  }
  std::string text(const char* name) const { return read_text(folder_ / name); }

  const test::TempDir home_;  // of its own: tests run beside each other
  const fs::path folder_ = home_.path() / "figures";
};

TEST_F(ConductTest, FinishedCellsAreNotComputedAgain) {
  EXPECT_EQ(conduct().verdict.sentence, "6");
  EXPECT_EQ(computed, 6);
  const std::string table = text("toy.csv");
  conduct();
  EXPECT_EQ(computed, 6);
  EXPECT_EQ(text("toy.csv"), table);
  conduct(2);  // another seed, other numbers
  EXPECT_EQ(computed, 12);
}

TEST_F(ConductTest, AnInterruptLeavesTheJournalOnly) {
  stop = true;
  const Conclusion c = conduct(1, 1);
  EXPECT_TRUE(c.interrupted);
  EXPECT_FALSE(fs::exists(folder_ / "toy.csv"));
  stop = false;
  conduct();
  EXPECT_EQ(computed, 3 + 4);  // the cell in hand is computed again
  EXPECT_TRUE(fs::exists(folder_ / "toy.svg"));
}

TEST_F(ConductTest, ATornLineIsCutOff) {
  conduct();
  const std::string whole = text("cells.jsonl");
  write_text_atomically(folder_ / "cells.jsonl", whole.substr(0, whole.size() - 10));
  conduct();
  EXPECT_EQ(computed, 7);
  EXPECT_EQ(text("cells.jsonl").size(), whole.size());
}

TEST_F(ConductTest, AFailedCellIsARowAndIsTriedAgain) {
  fails = true;
  conduct();
  EXPECT_NE(text("toy.csv").find("failed,no such luck"), std::string::npos);
  fails = false;
  conduct();
  EXPECT_EQ(text("toy.csv").find("failed"), std::string::npos);
  EXPECT_EQ(computed, 7);
}

TEST_F(ConductTest, FilesOfOthersAreNotOverwritten) {
  fs::create_directories(folder_);
  std::ofstream(folder_ / "gibbs-scaling.csv") << "mine";
  EXPECT_THROW(conduct(), Error);
  EXPECT_EQ(text("gibbs-scaling.csv"), "mine");
}

TEST_F(ConductTest, OneCommandAtATime) {
  std::atomic<bool> interrupt{false};
  const Bench first({.folder = folder_, .peers = "none"}, interrupt);
  EXPECT_THROW(conduct(), Error);
}

TEST(Csv, CellsAreQuotedAndUnknownOnesEmpty) {
  Row r;
  r.cell = {"a,b", 1, 2, "normal", "paper", 1};
  r.detail = "he said \"no\"";
  const std::string text = csv_text({r});
  EXPECT_NE(text.find("\"a,b\",1,2,normal,paper,1,0,no,done,\"he said \"\"no\"\"\""), std::string::npos)
      << text;
  EXPECT_NE(text.find(",,,"), std::string::npos);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
}

}  // namespace
}  // namespace cggibbs
