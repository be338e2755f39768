// Streams, their positions and the moments of what they draw.
#include "base/rng.hpp"

#include <gtest/gtest.h>

#include <set>

#include "base/double_double.hpp"

namespace cggibbs {
namespace {

TEST(Rng, StreamsAreKeyedBySeedAndChain) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    for (std::uint64_t chain = 0; chain < 10; ++chain) seen.insert(Rng(seed, chain)());
  EXPECT_EQ(seen.size(), 100u);
  EXPECT_EQ(Rng(7, 3)(), Rng(7, 3)());
}

TEST(Rng, ContinuesExactlyFromASavedPosition) {
  Rng rng(1, 2);
  for (int skip = 0; skip < 9; ++skip) {
    Rng copy(rng.position());
    Rng straight = rng;
    for (int i = 0; i < 11; ++i) ASSERT_EQ(copy(), straight()) << skip;
    rng();
  }
}

TEST(Rng, MomentsOfTheBasicVariatesAreRight) {
  Rng rng(1, 0);
  const int n = 200000;
  double u = 0, z = 0, z2 = 0, e = 0, g = 0, small = 0;
  for (int i = 0; i < n; ++i) {
    u += rng.uniform();
    const double x = rng.normal();
    z += x;
    z2 += x * x;
    e += rng.exponential();
    g += rng.gamma(2.5);
    small += rng.gamma(0.1);
  }
  const double se = 1 / std::sqrt(n);
  EXPECT_NEAR(u / n, 0.5, 4 * se * 0.289);
  EXPECT_NEAR(z / n, 0, 4 * se);
  EXPECT_NEAR(z2 / n, 1, 4 * se * 1.415);
  EXPECT_NEAR(e / n, 1, 4 * se);
  EXPECT_NEAR(g / n, 2.5, 4 * se * 1.582);
  EXPECT_NEAR(small / n, 0.1, 4 * se * 0.317);
}

TEST(DoubleDouble, AddingAndSubtractingHugeTermsLeavesSmallOnesIntact) {
  DoubleDouble s;
  s += 1e-3;
  for (int i = 0; i < 1000; ++i) {
    s += 1e13 + i;
    s -= 1e13 + i;
  }
  EXPECT_EQ(s.value(), 1e-3);
}

}  // namespace
}  // namespace cggibbs
