// CODA files: index, order, missing values.
#include "io/coda/coda_writer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "io/file/atomic_file.hpp"
#include "io/file/test_files.hpp"

namespace cggibbs {
namespace {

TEST(CodaWriter, VariablesFollowEachOtherAndTheIndexSaysWhere) {
  const test::TempDir dir;
  const std::vector<double> a1{0.5, 1}, a2{2, -1e-10}, b1{3}, b2{std::numeric_limits<double>::infinity()};
  const std::vector<CodaTrace> traces{{"a[1, 2]", 11, 2, {a1, a2}}, {"b", 11, 1, {b1, b2}}};
  EXPECT_TRUE(write_coda(dir / "out-", traces, false).empty());
  EXPECT_EQ(read_text(dir / "out-index.txt"), "a[1,2] 1 2\nb 3 3\n");
  EXPECT_EQ(read_text(dir / "out-chain1.txt"), "11  0.5\n13  1\n11  3\n");
  EXPECT_EQ(read_text(dir / "out-chain2.txt"), "11  2\n13  -1e-10\n11  Inf\n");
}

TEST(CodaWriter, VariablesWithAMissingValueAreLeftOut) {
  const test::TempDir dir;
  const std::vector<double> good{1}, bad{std::nan("")};
  EXPECT_EQ(write_coda(dir / "CODA", std::vector<CodaTrace>{{"x", 1, 1, {bad}}, {"y", 1, 1, {good}}}, false),
            std::vector<std::string>{"x"});
  EXPECT_EQ(read_text(dir / "CODAindex.txt"), "y 1 1\n");
  EXPECT_EQ(write_coda(dir / "none", std::vector<CodaTrace>{{"x", 1, 1, {bad}}}, false).size(), 1u);
  EXPECT_FALSE(std::filesystem::exists(dir / "noneindex.txt"));
}

TEST(CodaWriter, WhatIsPooledOverChainsHasTheNumberZero) {
  const test::TempDir dir;
  const std::vector<double> pd{4};
  write_coda(dir / "CODA", std::vector<CodaTrace>{{"pD", 5, 1, {pd}}}, true);
  EXPECT_EQ(read_text(dir / "CODAindex0.txt"), "pD 1 1\n");
  EXPECT_EQ(read_text(dir / "CODAchain0.txt"), "5  4\n");
  write_coda_table(dir / "CODA", std::vector<CodaNumber>{{"y[1]", {0.25}}}, true);
  EXPECT_EQ(read_text(dir / "CODAtable0.txt"), "y[1] 0.25\n");
  write_coda_table(dir / "CODA", std::vector<CodaNumber>{{"mu", {1, 2}}}, false);
  EXPECT_EQ(read_text(dir / "CODAtable2.txt"), "mu 2\n");
}

}  // namespace
}  // namespace cggibbs
