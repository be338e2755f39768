// What is written as an R dump is read back.
#include "io/data/r_dump_writer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "io/data/r_dump.hpp"

namespace cggibbs {
namespace {

TEST(RDumpWriter, WhatIsWrittenIsReadBack) {
  NamedArrays arrays;
  arrays.add("N", {{}, {0.1}});
  arrays.add("a.b", {{3}, {1e-300, -std::numeric_limits<double>::infinity(), 12345678.9}});
  arrays.add("m", {{2, 2, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}});
  arrays.add("e", {{0}, {}});
  const DataFile file = parse_r_dump(r_dump(arrays), "again");
  ASSERT_EQ(file.arrays.size(), arrays.size());
  for (const auto& [name, array] : arrays) EXPECT_EQ(*file.arrays.find(name), array) << name;
}

TEST(RDumpWriter, MissingValuesAreNA) {
  NamedArrays arrays;
  arrays.add("x", {{2}, {1, std::nan("")}});
  EXPECT_EQ(r_dump(arrays), "`x` <-\nc(1, NA)\n");
}

}  // namespace
}  // namespace cggibbs
