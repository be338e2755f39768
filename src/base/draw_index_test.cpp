// Drawing an index by weights has their frequencies, and planted errors are caught.
#include "base/draw_index.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "base/test_statistics.hpp"

namespace cggibbs {
namespace {

const std::vector<double> probabilities{0.05, 0.4, 0.25, 0.1, 0.2};
constexpr int replicates = 20000;
constexpr double smallest_p = 1e-4;

/// p value of the frequencies of draw(log_weights, rng). The weights are far from normalised.
template <class Draw>
double frequencies_p(const Draw& draw) {
  Rng rng(1, 0);
  std::vector<double> log_weight;
  for (double p : probabilities) log_weight.push_back(std::log(p) - 2000);
  std::vector<double> counts(probabilities.size(), 0.0);
  for (int r = 0; r < replicates; ++r) counts[draw(log_weight, rng)] += 1;
  return test::chi_square(counts, probabilities);
}

TEST(DrawIndex, HasTheFrequenciesOfItsWeights) {
  EXPECT_GT(frequencies_p([](const auto& w, Rng& rng) { return draw_index(w, rng); }), smallest_p);
}

TEST(DrawIndex, NeverDrawsWhatIsImpossible) {
  Rng rng(2, 0);
  for (int r = 0; r < 1000; ++r) {
    EXPECT_EQ(draw_index(std::vector<double>{-inf, 3.0, -inf}, rng), 1u);
    EXPECT_NE(draw_index(std::vector<double>{0.0, -inf, 0.0, -inf}, rng) % 2, 1u);
    EXPECT_EQ(draw_index(std::vector<double>{-900.0, 0.0}, rng), 1u);
  }
  EXPECT_EQ(draw_index(std::vector<double>{-1e308}, rng), 0u);
}

/// Where a value drawn from the law leads to, half the time by proposals.
template <class Move>
auto moved(const Move& move) {
  return [=](const auto& w, Rng& rng) { return move(w, draw_index(w, rng), rng); };
}

TEST(RedrawIndex, LeavesTheLawAsItIsAndTheValueMoreOften) {
  const auto redrawn = [](const auto& w, std::size_t now, Rng& rng) {
    return redraw_index(w, now, 0.5, rng);
  };
  EXPECT_GT(frequencies_p(moved(redrawn)), smallest_p);
  const std::vector<double> even{-3.0, -3.0}, rare{-1.0, -inf, -5.0};
  Rng rng(3, 0);
  int stays = 0, back = 0;
  for (int r = 0; r < replicates; ++r) {
    stays += redraw_index(even, 1, 0.5, rng) == 1;
    back += redraw_index(rare, 2, 0.999999, rng) == 0;
    EXPECT_NE(redraw_index(rare, 0, 0.5, rng), 1u);
  }
  EXPECT_NEAR(stays, replicates / 4.0, 4 * std::sqrt(replicates * 3 / 16.0));
  EXPECT_GT(back, replicates - 10);
}

TEST(RedrawIndex, LeavesAnImpossibleValueAndKeepsTheOnlyOne) {
  Rng rng(4, 0);
  for (int r = 0; r < 100; ++r) {
    EXPECT_EQ(redraw_index(std::vector<double>{-inf, 2.0, -inf}, 1, 0.5, rng), 1u);
    EXPECT_EQ(redraw_index(std::vector<double>{-inf, 2.0, -inf}, 0, 0.5, rng), 1u);
    EXPECT_EQ(redraw_index(std::vector<double>{7.0}, 0, 0.5, rng), 0u);
  }
}

TEST(FrequencyTest, CatchesProposalsThatAreAlwaysTaken) {
  const auto taken = [](std::vector<double> w, std::size_t now, Rng& rng) {
    w[now] = -inf;
    return draw_index(w, rng);
  };
  EXPECT_LT(frequencies_p(moved(taken)), smallest_p);
}

TEST(FrequencyTest, CatchesADrawThatIsOffByOne) {
  const auto off_by_one = [](const auto& w, Rng& rng) { return (draw_index(w, rng) + 1) % w.size(); };
  EXPECT_LT(frequencies_p(off_by_one), smallest_p);
}

TEST(FrequencyTest, CatchesADrawThatForgetsItsLastValue) {
  const auto short_sum = [](const auto& w, Rng& rng) {
    return draw_index(std::span(w).first(w.size() - 1), rng);
  };
  EXPECT_LT(frequencies_p(short_sum), smallest_p);
}

TEST(FrequencyTest, CatchesAFlattenedDraw) {
  const auto flattened = [](std::vector<double> w, Rng& rng) {
    for (double& v : w) v *= 0.8;
    return draw_index(w, rng);
  };
  EXPECT_LT(frequencies_p(flattened), smallest_p);
}

}  // namespace
}  // namespace cggibbs
