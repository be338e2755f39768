// Names, their order and their arrays.
#include "base/named_arrays.hpp"

#include <gtest/gtest.h>

namespace cggibbs {
namespace {

TEST(NamedArrays, KeepTheOrderOfAppearanceAndEachNameOnce) {
  NamedArrays arrays;
  EXPECT_TRUE(arrays.add("y", {{2}, {1, 2}}));
  EXPECT_TRUE(arrays.add("N", {{}, {2}}));
  EXPECT_FALSE(arrays.add("y", {{}, {7}}));
  ASSERT_EQ(arrays.size(), 2u);
  EXPECT_EQ(arrays.begin()->first, "y");
  ASSERT_NE(arrays.find("N"), nullptr);
  EXPECT_EQ(arrays.find("N")->values, std::vector<double>{2});
  EXPECT_EQ(arrays.find("x"), nullptr);
}

TEST(NamedArrays, SetReplacesInPlace) {
  NamedArrays arrays;
  arrays.set("a", {{}, {1}});
  arrays.set("b", {{}, {2}});
  arrays.set("a", {{}, {3}});
  EXPECT_EQ(arrays.begin()->second, (NamedArray{{}, {3}}));
  EXPECT_EQ(arrays.size(), 2u);
}

}  // namespace
}  // namespace cggibbs
