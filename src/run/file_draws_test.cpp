// Scratch files of draws.
#include "run/file_draws.hpp"

#include <gtest/gtest.h>

namespace cggibbs {
namespace {

TEST(FileDraws, OfTwoRunsWithOneSeedDoNotMeet) {
  FitSettings s;
  s.chains = 1;
  FileDraws a(s, nullptr, {"x"}, {0}), b(s, nullptr, {"x"}, {0});
  const std::vector<double> one{1}, two{2};
  for (int t = 0; t < 10; ++t) {
    a.append(0, {one, 0, false});
    b.append(0, {two, 0, false});
  }
  double mean_a = 0, mean_b = 0;
  a.for_each_quantity(1, 1, [&](std::size_t, const Quantity& q) { mean_a = q.summary().mean; });
  b.for_each_quantity(1, 1, [&](std::size_t, const Quantity& q) { mean_b = q.summary().mean; });
  EXPECT_EQ(mean_a, 1);
  EXPECT_EQ(mean_b, 2);
}

}  // namespace
}  // namespace cggibbs
