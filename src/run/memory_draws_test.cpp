// Draws that grow into their room.
#include "run/memory_draws.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cggibbs {
namespace {

TEST(MemoryDraws, KeepEveryDrawInOrderAsTheirRoomGrows) {
  MemoryDraws kept({"c", "a"}, {2, 0}, 2, 3);
  for (int t = 0; t < 5000; ++t) {
    const std::vector<double> x{1.0 * t, -1, 2.0 * t};
    kept.append(0, {x, 3.0 * t, false, 0.5 * t});
    if (t < 4000) kept.append(1, {x, 3.0 * t, false, 0.5 * t});
    kept.append(1, {x, 0, true, 0});  // warmup
  }
  EXPECT_EQ(kept.draws(), 4000U);
  for (std::size_t t : {0U, 2U, 3U, 1023U, 1024U, 3999U}) {
    EXPECT_EQ(kept.values(0, 0)[t], 2.0 * static_cast<double>(t));
    EXPECT_EQ(kept.values(1, 1)[t], 1.0 * static_cast<double>(t));
    EXPECT_EQ(kept.log_density(0)[t], 3.0 * static_cast<double>(t));
    EXPECT_EQ(kept.seconds(1)[t], 0.5 * static_cast<double>(t));
  }
  std::vector<double> means(2);
  kept.for_each_quantity(1, 1, [&](std::size_t k, const Quantity& q) { means[k] = q.summary().mean; });
  EXPECT_THAT(means, testing::ElementsAre(3999.0, 1999.5));
}

}  // namespace
}  // namespace cggibbs
