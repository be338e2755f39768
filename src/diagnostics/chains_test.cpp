// Splitting, ranking and folding of chains.
#include "diagnostics/chains.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/special.hpp"
#include "diagnostics/test_draws.hpp"

namespace cggibbs {
namespace {

using testing::ElementsAre;

TEST(Chains, SplittingDropsTheMiddleDrawOfAnOddChainAndKeepsFirstHalvesTogether) {
  const test::Sample s{{{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}}};
  const auto x = s.views();
  const auto halves = split_chains(x);
  ASSERT_EQ(halves.size(), 4u);
  EXPECT_THAT(halves[0], ElementsAre(1, 2));
  EXPECT_THAT(halves[1], ElementsAre(6, 7));
  EXPECT_THAT(halves[2], ElementsAre(4, 5));
  EXPECT_THAT(halves[3], ElementsAre(9, 10));
}

TEST(Chains, TiesShareTheirAverageRankAndInfinityIsTheLargest) {
  const test::Sample s{{{5, inf, 5}, {-2, 5, 5}}};
  const Draws z = rank_normalize(s.views());
  const auto score = [](double rank) { return (rank - 0.375) / 6.25; };
  const Chains c = z;
  for (const double tied : {c[0][0], c[0][2], c[1][1], c[1][2]})
    EXPECT_NEAR(normal_cdf(tied), score(3.5), 1e-15);
  EXPECT_NEAR(normal_cdf(c[0][1]), score(6), 1e-15);
  EXPECT_NEAR(normal_cdf(c[1][0]), score(1), 1e-15);
}

TEST(Chains, FoldingMeasuresDistanceToThePooledMedian) {
  const test::Sample s{{{1, 2}, {4, 9}}};
  const Draws f = fold(s.views());
  EXPECT_THAT(Chains(f)[0], ElementsAre(2, 1));
  EXPECT_THAT(Chains(f)[1], ElementsAre(1, 6));
}

TEST(Chains, EqualOrInfiniteDrawsAreDegenerate) {
  EXPECT_TRUE(degenerate(test::Sample{{{1, 1}, {1, 1}}}.views()));
  EXPECT_TRUE(degenerate(test::Sample{{{1, inf}}}.views()));
  EXPECT_TRUE(degenerate(test::Sample{{{}, {}}}.views()));
  EXPECT_FALSE(degenerate(test::Sample{{{1, 1}, {1, 2}}}.views()));
}

}  // namespace
}  // namespace cggibbs
