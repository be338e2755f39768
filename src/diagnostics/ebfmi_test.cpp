// The energy's fraction of missing information on chains where it is known.
#include "diagnostics/ebfmi.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.hpp"

namespace cggibbs {
namespace {

TEST(Ebfmi, IsTwoForIndependentEnergiesAndSmallForASlowWalk) {
  Rng rng(3, 0);
  Ebfmi independent, slow;
  double x = 0;
  for (int t = 0; t < 20000; ++t) {
    independent.add(rng.normal());
    x = 0.99 * x + rng.normal();
    slow.add(x);
  }
  EXPECT_NEAR(independent.value(), 2, 0.1);
  EXPECT_NEAR(slow.value(), 0.02, 0.01);
  EXPECT_TRUE(std::isnan(Ebfmi{}.value()));
}

}  // namespace
}  // namespace cggibbs
