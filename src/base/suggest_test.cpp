// Which names are near enough to be suggested.
#include "base/suggest.hpp"

#include <gtest/gtest.h>

namespace cggibbs {
namespace {

TEST(Suggest, FindsTheNearestNameAndStaysSilentWhenNothingIsNear) {
  const std::vector<std::string> names{"age", "income", "gender"};
  EXPECT_EQ(nearest("incme", names), "income");
  EXPECT_EQ(nearest("Age", names), "age");
  EXPECT_EQ(nearest("zzzzzz", names), "");
  EXPECT_EQ(did_you_mean("gendr", names), " Did you mean 'gender'?");
}

TEST(Suggest, NeitherTheNameItselfNorAnotherLetterIsNear) {
  EXPECT_EQ(nearest("age", std::vector<std::string>{"age"}), "");
  EXPECT_EQ(nearest("s", std::vector<std::string>{"I", "C"}), "");
  EXPECT_EQ(nearest("S", std::vector<std::string>{"s"}), "s");
}

}  // namespace
}  // namespace cggibbs
