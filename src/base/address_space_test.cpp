// Free address space under a limit.
#include "base/address_space.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cmath>

namespace cggibbs {
namespace {

TEST(AddressSpace, IsWhatTheLimitLeaves) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  if (before.rlim_cur == RLIM_INFINITY) {
    EXPECT_TRUE(std::isinf(free_address_space()));
  }
  constexpr rlim_t most = rlim_t{1} << 46;  // beyond what sanitizers take
  rlimit limited{most, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_AS, &limited), 0);
  const double left = free_address_space();
  setrlimit(RLIMIT_AS, &before);
  EXPECT_GT(left, 0);
  EXPECT_LT(left, static_cast<double>(most));
}

}  // namespace
}  // namespace cggibbs
