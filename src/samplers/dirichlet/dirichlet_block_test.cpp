// Dirichlet processes: partitions against enumeration, planted errors, counted work.
#include <gtest/gtest.h>

#include <algorithm>
#include <cggibbs/model.hpp>
#include <cmath>
#include <functional>
#include <map>

#include "samplers/dirichlet/test_labels.hpp"

namespace cggibbs {
namespace {

using namespace test;
using Settings = DirichletBlock::Settings;

// y[i] ~ normal(mu[z[i]], sd), mu[k] ~ normal(0, base), z ~ dcrp(alpha)

constexpr double alpha = 0.8, base_sd = 2, noise_sd = 0.7;
const std::vector<double> y{-1.1, -0.6, 0.2, 0.9, 2.5};

/// Atoms are above `lower`.
std::shared_ptr<const Model> small_model(double lower = -inf) {
  ModelBuilder b;
  const Var z = b.integer("z", y.size(), 1, static_cast<int>(y.size()));
  const Var mu = lower > -inf ? b.bounded("mu", y.size(), lower, inf) : b.real("mu", y.size());
  b.factor("chinese_restaurant", {z, alpha});
  b.factor("normal", {mu, 0, base_sd});
  b.factor("normal", {y, gather(mu, z, 1), noise_sd});
  return b.build();
}

/// Of a cluster with these observations, integrated over its atom; and the atom's mean.
struct ClusterFit {
  double log_marginal, mean;
};
ClusterFit fit(const std::vector<double>& x, double lower) {
  const double n = static_cast<double>(x.size()), s2 = noise_sd * noise_sd, b2 = base_sd * base_sd;
  double sum = 0, squares = 0;
  for (double v : x) {
    sum += v;
    squares += v * v;
  }
  const double precision = n / s2 + 1 / b2, mean = sum / s2 / precision;
  // Of a normal atom, and what cutting it does to that.
  const auto above = [](double z) { return 0.5 * std::erfc(z * M_SQRT1_2); };
  const double z = (lower - mean) * std::sqrt(precision);
  const double hazard = std::exp(-0.5 * z * z) / std::sqrt(2 * M_PI) / above(z);
  return {-0.5 * n * std::log(2 * M_PI * s2) - 0.5 * std::log(b2 * precision) - 0.5 * squares / s2 +
              0.5 * mean * mean * precision + std::log(above(z) / above(lower / base_sd)),
          mean + hazard / std::sqrt(precision)};
}

struct Exact {
  std::map<std::vector<int>, double> probability;
  double theta0 = 0, clusters = 0;  ///< posterior means
};
Exact enumerate(double lower = -inf) {
  Exact out;
  std::vector<std::pair<std::vector<int>, double>> all;
  std::vector<int> z(y.size(), 0);
  double top = -inf;
  const std::function<void(std::size_t, int)> visit = [&](std::size_t i, int used) {
    if (i < z.size()) {
      for (z[i] = 0; z[i] < used; ++z[i]) visit(i + 1, used);
      z[i] = used;
      visit(i + 1, used + 1);
      return;
    }
    double log_p = used * std::log(alpha);
    for (int k = 0; k < used; ++k) {
      std::vector<double> x;
      for (std::size_t j = 0; j < z.size(); ++j)
        if (z[j] == k) x.push_back(y[j]);
      log_p += std::lgamma(static_cast<double>(x.size())) + fit(x, lower).log_marginal;
    }
    all.emplace_back(z, log_p);
    top = std::max(top, log_p);
  };
  visit(0, 0);
  double total = 0;
  for (const auto& [partition, log_p] : all) total += std::exp(log_p - top);
  for (const auto& [partition, log_p] : all) {
    const double p = std::exp(log_p - top) / total;
    out.probability[partition] = p;
    std::vector<double> with0;
    for (std::size_t j = 0; j < partition.size(); ++j)
      if (partition[j] == 0) with0.push_back(y[j]);
    out.theta0 += p * fit(with0, lower).mean;
    out.clusters += p * static_cast<double>(clusters(partition));
  }
  return out;
}

/// Largest |mean - expected| in Monte Carlo errors, by batch means.
double worst_error(Settings settings, double lower = -inf) {
  const Exact exact = enumerate(lower);
  const auto model = small_model(lower);
  State state = make_state(*model);
  if (lower > -inf) std::fill_n(values(*model, state, "mu"), y.size(), lower + 1);
  std::fill_n(values(*model, state, "z"), y.size(), 1.0);
  recompute(*model, state);
  auto block = block_of(*model, settings);
  Rng rng(5, 0);
  for (int s = 0; s < 500; ++s) block->update(state, rng, true);
  block->freeze();
  constexpr int batches = 120;
  const int length = lower > -inf ? 800 : 3000;
  std::map<std::vector<int>, std::vector<double>> share;
  std::vector<double> theta(batches), count(batches);
  for (const auto& [partition, p] : exact.probability) share[partition].resize(batches);
  for (int b = 0; b < batches; ++b)
    for (int s = 0; s < length; ++s) {
      block->update(state, rng, false);
      const auto z = labels_of(*model, state);
      share[canonical(z)][static_cast<std::size_t>(b)] += 1.0 / length;
      theta[static_cast<std::size_t>(b)] += values(*model, state, "mu")[z[0] - 1] / length;
      count[static_cast<std::size_t>(b)] += static_cast<double>(clusters(z)) / length;
    }
  double worst = 0;
  const auto compare = [&](const std::vector<double>& means, double expected) {
    double mean = 0, squares = 0;
    for (double m : means) mean += m / batches;
    for (double m : means) squares += (m - mean) * (m - mean);
    // What is hardly ever seen has no error of its own.
    const double error = std::max(std::sqrt(squares / (batches - 1) / batches), 1e-5);
    worst = std::max(worst, std::abs(mean - expected) / error);
  };
  for (const auto& [partition, p] : exact.probability)
    if (p > 0.001) compare(share[partition], p);
  compare(theta, exact.theta0);
  compare(count, exact.clusters);
  return worst;
}

TEST(DirichletBlock, PartitionsHaveTheirExactProbabilities) {
  EXPECT_EQ(enumerate().probability.size(), 52U);
  EXPECT_LT(worst_error({}), 4.5);
  EXPECT_LT(worst_error({.always_pass = true}), 4.5);
}

// Rejection finds atoms beyond 1, and hardly ever any beyond 9.
TEST(DirichletBlock, PartitionsHaveTheirExactProbabilitiesWhereAtomsAreCut) {
  EXPECT_LT(worst_error({}, 1), 4.5);
  EXPECT_LT(worst_error({}, 9), 4.5);
}

// Labels that no sweep looks at would keep their first atoms.
TEST(DirichletBlock, AtomsThatNobodyHasAreDrawsFromThePrior) {
  const auto model = small_model();
  State state = make_state(*model);
  std::fill_n(values(*model, state, "z"), y.size(), 1.0);
  std::fill_n(values(*model, state, "mu"), y.size(), 1.0);
  recompute(*model, state);
  auto block = block_of(*model);
  Rng rng(6, 0);
  block->update(state, rng, true);
  for (std::size_t k = 0; k < y.size(); ++k) EXPECT_NE(values(*model, state, "mu")[k], 1.0) << k;
}

TEST(DirichletBlock, PlantedErrorsAreSeenInPartitions) {
  EXPECT_GT(worst_error({.break_sticks = false}), 10);
  EXPECT_GT(worst_error({.slices_by_weight = false}), 10);
  EXPECT_GT(worst_error({.count_free = false}), 7);
}

/// n observations of three groups far apart.
std::shared_ptr<const Model> three_groups(std::size_t n) {
  Rng rng(3, 0);
  std::vector<double> x;
  for (std::size_t i = 0; i < n; ++i) x.push_back(10.0 * static_cast<double>(i % 3) + 0.5 * rng.normal());
  ModelBuilder b;
  const Var z = b.integer("z", n, 1, static_cast<int>(n)), mu = b.real("mu", n);
  b.factor("chinese_restaurant", {z, 1});
  b.factor("normal", {mu, 10, 10});
  b.factor("normal", {x, gather(mu, z, 1), 0.5});
  return b.build();
}

struct Cost {
  double rows, evaluations, sticks, occupied;
};
/// Of a sweep, once it has settled.
Cost cost_of(std::size_t n) {
  const auto model = three_groups(n);
  State state = make_state(*model);
  for (std::size_t i = 0; i < n; ++i) values(*model, state, "z")[i] = static_cast<double>(1 + i % 10);
  recompute(*model, state);
  auto block = block_of(*model);
  Rng rng(4, 0);
  for (int s = 0; s < 100; ++s) block->update(state, rng, true);
  block->freeze();
  block->reset_work();
  Cost out{0, 0, 0, 0};
  constexpr int sweeps = 100;
  for (int s = 0; s < sweeps; ++s) {
    block->update(state, rng, false);
    out.sticks += static_cast<double>(block->counts().broken_off) / sweeps;
    out.occupied += static_cast<double>(block->counts().occupied) / sweeps;
  }
  out.rows = static_cast<double>(block->work().rows) / sweeps;
  out.evaluations = static_cast<double>(block->work().evaluations) / sweeps;
  return out;
}

TEST(DirichletBlock, WorkGoesWithOccupiedAtomsNotWithLabels) {
  const Cost small = cost_of(200), large = cost_of(800);
  for (const Cost& c : {small, large}) {
    EXPECT_GE(c.occupied, 3);
    EXPECT_LT(c.occupied, 12);
    EXPECT_LT(c.sticks, 25);
  }
  // Each observation looks at some of the atoms that there are, whatever the number of labels.
  EXPECT_LT(small.evaluations, 200 * (small.occupied + small.sticks));
  EXPECT_LT(large.evaluations, 800 * (large.occupied + large.sticks));
  EXPECT_LT(large.evaluations, 800 * 8);
  EXPECT_LT(large.rows, 800 * 40);
}

TEST(DirichletBlock, AllLabelsInUseMoveToo) {
  const auto model = small_model();
  State state = make_state(*model);
  for (std::size_t i = 0; i < y.size(); ++i) values(*model, state, "z")[i] = static_cast<double>(i + 1);
  recompute(*model, state);
  auto block = block_of(*model);
  Rng rng(9, 0);
  bool merged = false;
  for (int s = 0; s < 200 && !merged; ++s) {
    block->update(state, rng, false);
    merged = clusters(labels_of(*model, state)) < y.size();
  }
  EXPECT_TRUE(merged);
}

}  // namespace
}  // namespace cggibbs
