// No two purposes share random numbers.
#include "base/streams.hpp"

#include <gtest/gtest.h>

#include <set>

namespace cggibbs {
namespace {

constexpr Purpose purposes[] = {Purpose::chain, Purpose::start, Purpose::pilot, Purpose::simulate,
                                Purpose::data};

TEST(Streams, NoTwoPurposesShareAStream) {
  for (const Purpose a : purposes)
    for (const Purpose b : purposes) {
      if (a == b) continue;
      const bool apart =
          stream(a, streams_of(a) - 1) < stream(b, 0) || stream(b, streams_of(b) - 1) < stream(a, 0);
      EXPECT_TRUE(apart) << static_cast<std::uint64_t>(a) << " " << static_cast<std::uint64_t>(b);
    }
}

TEST(Streams, DifferInTheirNumbersToo) {
  std::set<std::uint64_t> seen;
  for (const Purpose p : purposes)
    for (std::uint64_t i = 0; i < 100; ++i) seen.insert(make_rng(1, p, i)());
  EXPECT_EQ(seen.size(), 500u);
}

TEST(Streams, OfChainsHaveTheNumbersOfTheChains) {
  // So that draws of earlier versions come again.
  EXPECT_EQ(make_rng(7, Purpose::chain, 3)(), Rng(7, 3)());
}

}  // namespace
}  // namespace cggibbs
