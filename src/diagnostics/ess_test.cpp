// Effective sample sizes of known processes, and where there are none.
#include "diagnostics/ess.hpp"

#include <gtest/gtest.h>

#include "diagnostics/rhat.hpp"
#include "diagnostics/test_draws.hpp"

namespace cggibbs {
namespace {

TEST(Ess, OfAnAutoregressionIsDrawsTimesOneMinusPhiOverOnePlusPhi) {
  // The estimated autocorrelation time has a relative standard error near sqrt(4 (2 tau + 1) / draws), at
  // worst 6% here; the threshold is three of those.
  for (const double phi : {-0.5, 0.0, 0.5, 0.9}) {
    const auto s = test::make_sample({"ar1", 4, 10000, phi, 21});
    const double exact = 40000 * (1 - phi) / (1 + phi);
    EXPECT_NEAR(ess_mean(s.views()) / exact, 1, 0.18) << phi;
    EXPECT_NEAR(ess_bulk(s.views()) / exact, 1, 0.18) << phi;
  }
}

TEST(Ess, IsUndefinedForHalvesShorterThanThreeDraws) {
  for (const std::size_t draws : {1, 2, 3, 4, 5}) {
    const auto s = test::make_sample({"ar1", 4, draws, 0, 1});
    EXPECT_TRUE(std::isnan(ess_bulk(s.views())));
    EXPECT_TRUE(std::isnan(ess_tail(s.views())));
  }
}

TEST(Rhat, IsUndefinedForHalvesOfOneDrawAndInfiniteForChainsStuckApart) {
  EXPECT_TRUE(std::isnan(rhat(test::make_sample({"ar1", 4, 3, 0, 1}).views())));
  EXPECT_EQ(rhat(test::make_sample({"stuck", 2, 50, 0, 1}).views()), inf);
}

}  // namespace
}  // namespace cggibbs
