// Choosing targets.
#include "kernels/target.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace cggibbs::kernels {
namespace {

TEST(Target, ScalarIsAlwaysSupportedAndTheLastChoice) {
  ASSERT_FALSE(supported_targets().empty());
  EXPECT_EQ(supported_targets().back(), "scalar");
}

TEST(Target, TheBestOneOrTheEnvironmentsIsInUse) {
  const char* wanted = std::getenv("CGGIBBS_TARGET");
  const bool accepted = wanted != nullptr && *wanted != '\0' && rejected_target().empty();
  EXPECT_EQ(simd_target(), accepted ? std::string_view(wanted) : supported_targets().front());
}

TEST(Target, SelectingSwitchesAndUnknownNamesChangeNothing) {
  const std::string before(simd_target());
  for (const std::string_view name : supported_targets()) {
    EXPECT_TRUE(select_target(name));
    EXPECT_EQ(simd_target(), name);
    EXPECT_FALSE(select_target("mmx"));
    EXPECT_EQ(simd_target(), name);
  }
  select_target(before);
}

}  // namespace
}  // namespace cggibbs::kernels
