// Scans: order, frequencies, the same draws however they are computed.
#include "samplers/gibbs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/test_statistics.hpp"
#include "graph/start.hpp"
#include "graph/test_models.hpp"

namespace cggibbs {
namespace {

/// The parameters after each of `sweeps` sweeps, half of them warmup.
std::vector<std::vector<double>> draws(const Model& model, const GibbsSettings& settings, std::uint64_t seed,
                                       int sweeps) {
  const Plan plan(model);
  Rng rng(seed, 0);
  State state = make_state(model);
  draw_valid_start(model, state, rng);
  WarmingGibbs warming(model, plan, state, settings);
  std::vector<std::vector<double>> all;
  const auto keep = [&] {
    std::vector<double> x;
    for (Coordinate c : model.coordinates()) x.push_back(state.values[model.offset(c.parameter) + c.k]);
    all.push_back(std::move(x));
  };
  for (int s = 0; s < sweeps / 2; ++s) warming.sweep(rng), keep();
  TunedGibbs tuned = std::move(warming).freeze();
  for (int s = sweeps / 2; s < sweeps; ++s) tuned.sweep(rng), keep();
  return all;
}

std::vector<GibbsSettings> every_setting() {
  std::vector<GibbsSettings> all;
  for (const Scan scan : {Scan::dugs, Scan::rsgs, Scan::rpgs}) {
    all.push_back({.slice = {}, .scan = scan});
    all.push_back({.slice = {.kind = SliceKind::doubling}, .width = 10, .adapt = false, .scan = scan});
    all.push_back({.sampler = "random_walk", .slice = {}, .scan = scan});
  }
  return all;
}

class EveryModel : public testing::TestWithParam<test::NamedModel> {};

TEST_P(EveryModel, TheSameSeedGivesTheSameDrawsAndAnotherSeedDoesNot) {
  for (const auto& settings : every_setting()) {
    const auto once = draws(*GetParam().model, settings, 1, 40);
    EXPECT_EQ(draws(*GetParam().model, settings, 1, 40), once);
    EXPECT_NE(draws(*GetParam().model, settings, 2, 40), once);
  }
}

TEST_P(EveryModel, NaiveAndCachedConditionalsGiveTheSameDraws) {
  for (auto settings : every_setting()) {
    const auto cached = draws(*GetParam().model, settings, 3, 200);
    settings.naive = true;
    const auto naive = draws(*GetParam().model, settings, 3, 200);
    // Rounding moves a draw a little; it decides an acceptance about once in 1e12 comparisons.
    for (std::size_t s = 0; s < cached.size(); ++s)
      for (std::size_t k = 0; k < cached[s].size(); ++k)
        ASSERT_NEAR(cached[s][k], naive[s][k], 1e-6 * (1 + std::abs(naive[s][k])))
            << "sweep " << s << ", coordinate " << k;
  }
}

INSTANTIATE_TEST_SUITE_P(Zoo, EveryModel, testing::ValuesIn(test::zoo()), [](const auto& instance) {
  std::string name = instance.param.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
});

TEST(Gibbs, AdaptedSteppingOutNeedsAtMostSixEvaluationsPerUpdateOfANormalConditional) {
  ModelBuilder b;
  const Var x = b.real("x", 3);
  b.factor("normal", {x, 0, std::vector<double>{0.01, 1, 100}});
  const auto model = b.build();
  const Plan plan(*model);
  Rng rng(4, 0);
  State state = make_state(*model);
  draw_valid_start(*model, state, rng);
  WarmingGibbs warming(*model, plan, state, {});
  for (int s = 0; s < 1000; ++s) warming.sweep(rng);
  TunedGibbs tuned = std::move(warming).freeze();
  const int sweeps = 2000;
  for (int s = 0; s < sweeps; ++s) tuned.sweep(rng);
  EXPECT_LE(static_cast<double>(tuned.conditional().work().evaluations), 6.0 * 3 * sweeps);
}

/// How many of d independent coordinates each sweep moved (a slice step always moves).
std::vector<double> moved_per_sweep(Scan scan, std::size_t d, int sweeps) {
  ModelBuilder b;
  b.factor("normal", {b.real("x", d), 0, 1});
  const auto model = b.build();
  const Plan plan(*model);
  Rng rng(5, 0);
  State state = make_state(*model);
  draw_valid_start(*model, state, rng);
  GibbsCore core(*model, plan, state, {.slice = {}, .scan = scan});
  std::vector<double> all;
  for (int s = 0; s < sweeps; ++s) {
    const auto before = state.values;
    core.sweep<false>(rng);
    double moved = 0;
    for (std::size_t k = 0; k < d; ++k) moved += before[k] != state.values[k];
    all.push_back(moved);
  }
  return all;
}

TEST(Scan, FixedOrderAndPermutationsVisitEveryCoordinateInEverySweep) {
  for (const Scan scan : {Scan::dugs, Scan::rpgs})
    EXPECT_EQ(moved_per_sweep(scan, 10, 200), std::vector<double>(200, 10.0));
}

TEST(Scan, RandomScanVisitsDistinctCoordinatesAsOftenAsDrawingWithReplacement) {
  const int sweeps = 5000;
  const double d = 10;
  const auto moved = moved_per_sweep(Scan::rsgs, 10, sweeps);
  double mean = 0;
  for (double m : moved) mean += m / sweeps;
  const double missed = std::pow(1 - 1 / d, d);
  const double both_missed = std::pow(1 - 2 / d, d);
  const double variance = d * missed + d * (d - 1) * both_missed - square(d * missed);
  EXPECT_NEAR(mean, d * (1 - missed), 4 * std::sqrt(variance / sweeps));
}

/// Indicators that copy their left neighbour with certainty: after a sweep from all zeros, as many lead with
/// one as were visited in ascending order from the first on.
std::vector<double> copied_per_sweep(Scan scan, std::size_t d, int sweeps) {
  ModelBuilder b;
  const Var z = b.integer("z", d, 0, 1);
  std::vector<std::uint32_t> left, right;
  std::vector<double> strength;
  for (std::uint32_t k = 0; k + 1 < d; ++k) {
    left.push_back(k);
    right.push_back(k + 1);
    strength.push_back(1e6 * std::pow(4.0, -static_cast<double>(k + 1)));
  }
  b.increment(-(1e6 * square(gather(z, {0}) - 1)));
  b.increment(-(strength * square(gather(z, right) - gather(z, left))));
  const auto model = b.build();
  const Plan plan(*model);
  Rng rng(6, 0);
  State state = make_state(*model);
  recompute(*model, state);
  GibbsCore core(*model, plan, state, {.slice = {}, .scan = scan});
  std::vector<double> all;
  for (int s = 0; s < sweeps; ++s) {
    const std::size_t first = model->offset(model->parameters()[0]);
    std::fill_n(state.values.begin() + static_cast<std::ptrdiff_t>(first), d, 0.0);
    recompute(*model, state);
    core.conditional().sync();
    core.sweep<false>(rng);
    double copied = 0;
    for (std::size_t k = 0; k < d; ++k) copied += state.values[first + k];
    all.push_back(copied);
  }
  return all;
}

TEST(Scan, FixedOrderGoesFromTheFirstCoordinateToTheLast) {
  EXPECT_EQ(copied_per_sweep(Scan::dugs, 6, 20), std::vector<double>(20, 6.0));
}

TEST(Scan, PermutationsAreUniform) {
  const int sweeps = 20000;
  // The first m of d coordinates are in ascending order in 1/m! of all permutations.
  std::vector<double> counts(6, 0.0);
  for (double m : copied_per_sweep(Scan::rpgs, 6, sweeps)) counts[static_cast<std::size_t>(m) - 1] += 1;
  const std::vector<double> probabilities{1 - 1 / 2.,         1 / 2. - 1 / 6.,     1 / 6. - 1 / 24.,
                                          1 / 24. - 1 / 120., 1 / 120. - 1 / 720., 1 / 720.};
  EXPECT_GT(test::chi_square(counts, probabilities), 1e-4);
}

}  // namespace
}  // namespace cggibbs
