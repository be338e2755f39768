// Dirichlet processes: partitions against enumeration, exact invariance, planted errors, counted work.
#include "samplers/dirichlet/dirichlet_block.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <cggibbs/model.hpp>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "base/archive.hpp"
#include "base/tolerance.hpp"
#include "samplers/choose/factory.hpp"
#include "samplers/gibbs.hpp"

namespace cggibbs {
namespace {

using Settings = DirichletBlock::Settings;

NodeId parameter(const Model& model, const std::string& name) {
  for (NodeId p : model.parameters())
    if (model.node(p).name == name) return p;
  throw std::logic_error("no parameter " + name);
}

double* values(const Model& model, State& state, const std::string& name) {
  return state.values.data() + model.offset(parameter(model, name));
}

std::unique_ptr<DirichletBlock> block_of(const Model& model, Settings settings = {}) {
  return std::make_unique<DirichletBlock>(model, find_labels(model).at(0), settings);
}

std::vector<int> labels_of(const Model& model, State& state) {
  const NodeId z = parameter(model, "z");
  const double* at = state.values.data() + model.offset(z);
  return {at, at + model.node(z).size};
}

/// Names by order of appearance: what a partition is.
std::vector<int> canonical(const std::vector<int>& z) {
  std::map<int, int> names;
  std::vector<int> out;
  for (int label : z) out.push_back(names.emplace(label, static_cast<int>(names.size())).first->second);
  return out;
}

std::size_t clusters(const std::vector<int>& z) {
  return std::set<int>(z.begin(), z.end()).size();
}

// ---- enumeration: y[i] ~ normal(mu[z[i]], sd), mu[k] ~ normal(0, base), z ~ dcrp(alpha)

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

// ---- invariance: everything drawn from the prior, data given it, a few sweeps

struct Joint {
  std::shared_ptr<const Model> model;
  State state;
};

constexpr std::size_t draws = 6;

/// Two kinds of atoms, the second in two columns of one array, with shared parameters of both.
Joint draw_joint(Rng& rng) {
  const double a = rng.gamma(2.0) / 2, m = rng.normal(), s = std::abs(rng.normal());
  std::vector<double> z, sizes, mu(draws), tau(draws), data(2 * draws);
  for (std::size_t i = 0; i < draws; ++i) {
    double u = rng.uniform() * (a + static_cast<double>(i));
    std::size_t k = 0;
    while (k < sizes.size() && u >= sizes[k]) u -= sizes[k++];
    if (k == sizes.size()) sizes.push_back(0);
    ++sizes[k];
    z.push_back(static_cast<double>(k + 1));
  }
  for (double& x : mu) x = m + s * rng.normal();
  for (double& x : tau) x = rng.gamma(3.0) / 2;
  for (std::size_t i = 0; i < 2 * draws; ++i) {
    const auto k = static_cast<std::size_t>(z[i % draws]) - 1;
    data[i] = mu[k] + rng.normal() / std::sqrt(tau[k]);
  }
  ModelBuilder b;
  const Var labels = b.integer("z", draws, 1, static_cast<int>(draws));
  const Var av = b.positive("alpha"), mv = b.real("m"), sv = b.positive("s");
  const Var muv = b.real("mu", draws), tauv = b.positive("tau", draws);
  b.factor("gamma", {av, 2, 2});
  b.factor("normal", {mv, 0, 1});
  b.factor("half_normal", {sv, 1});
  b.factor("chinese_restaurant", {labels, av});
  b.factor("normal", {muv, mv, sv});
  b.factor("gamma", {tauv, 3, 2});
  for (const std::size_t from : {std::size_t{0}, draws})
    b.factor("normal", {std::vector<double>(data.begin() + static_cast<std::ptrdiff_t>(from),
                                            data.begin() + static_cast<std::ptrdiff_t>(from + draws)),
                        gather(muv, labels, 1), pow(gather(tauv, labels, 1), -0.5)});
  Joint out{b.build(), {}};
  out.state = make_state(*out.model);
  const auto set = [&](const std::string& name, const std::vector<double>& x) {
    std::copy(x.begin(), x.end(), values(*out.model, out.state, name));
  };
  set("z", z);
  set("alpha", {a});
  set("m", {m});
  set("s", {s});
  set("mu", mu);
  set("tau", tau);
  recompute(*out.model, out.state);
  return out;
}

/// Functions that know no names of labels.
std::vector<double> functions(Joint& j) {
  const auto z = labels_of(*j.model, j.state);
  const double* mu = values(*j.model, j.state, "mu");
  const double* tau = values(*j.model, j.state, "tau");
  const double m = *values(*j.model, j.state, "m"), s = std::log(*values(*j.model, j.state, "s"));
  const double a = std::log(*values(*j.model, j.state, "alpha"));
  const auto k = static_cast<double>(clusters(z));
  double left = 0, left_squares = 0, left_tau = 0;
  for (int label = 1; label <= static_cast<int>(draws); ++label)
    if (std::find(z.begin(), z.end(), label) == z.end()) {
      left += mu[label - 1];
      left_squares += mu[label - 1] * mu[label - 1];
      left_tau += std::log(tau[label - 1]);
    }
  const double theta = mu[z[0] - 1], scale = std::log(tau[z[0] - 1]);
  const double same = z[0] == z[draws - 1] ? 1 : 0;
  return {k,     k * k,         a,       a * a,         a * k,     m,    m * m, s,        s * s,
          theta, theta * theta, scale,   scale * scale, theta * m, same, s * k, same * a, m * left,
          left,  left_squares,  left_tau};
}

/// Largest |E f(after) - E f(before)| in standard errors, of pairs.
template <class Move>
double invariance_error(std::uint64_t stream, int replicates, const Move& move) {
  Rng rng(11, stream);
  std::vector<double> sum, squares;
  for (int r = 0; r < replicates; ++r) {
    Joint j = draw_joint(rng);
    const auto before = functions(j);
    move(j, rng);
    const auto after = functions(j);
    sum.resize(before.size());
    squares.resize(before.size());
    for (std::size_t f = 0; f < before.size(); ++f) {
      const double d = after[f] - before[f];
      sum[f] += d;
      squares[f] += d * d;
    }
  }
  double worst = 0;
  for (std::size_t f = 0; f < sum.size(); ++f)
    if (squares[f] > 0) worst = std::max(worst, std::abs(sum[f]) / std::sqrt(squares[f]));
  return worst;
}

double block_error(Settings settings) {
  return invariance_error(0, 20000, [&](Joint& j, Rng& rng) {
    auto block = block_of(*j.model, settings);
    for (int s = 0; s < 3; ++s) block->update(j.state, rng, false);
  });
}

TEST(DirichletBlock, LeavesTheJointLawInvariant) {
  EXPECT_LT(block_error({}), 4.2);  // 21 functions
  EXPECT_LT(block_error({.always_pass = true}), 4.2);
}

TEST(DirichletBlock, PlantedErrorsAreSeenInTheJointLaw) {
  EXPECT_GT(block_error({.break_sticks = false}), 8);
  EXPECT_GT(block_error({.redraw_left = false}), 8);
  EXPECT_GT(block_error({.slices_by_weight = false}), 8);
}

TEST(DirichletBlock, WholeSweepsLeaveTheJointLawInvariant) {
  const double error = invariance_error(1, 10000, [&](Joint& j, Rng& rng) {
    const Plan plan(*j.model);
    GibbsCore core(*j.model, plan, j.state, {}, make_blocks(*j.model, {}, 100));
    for (int s = 0; s < 3; ++s) core.sweep<false>(rng);
  });
  EXPECT_LT(error, 4.2);
}

// ---- what it touches

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

TEST(DirichletBlock, LabelsInUseAreTheFirstAndCachesAreRight) {
  Rng rng(8, 0);
  for (int r = 0; r < 50; ++r) {
    Joint j = draw_joint(rng);
    // From labels with gaps.
    double* z = values(*j.model, j.state, "z");
    for (std::size_t i = 0; i < draws; ++i) z[i] = 1 + static_cast<double>(rng.below(draws));
    recompute(*j.model, j.state);
    auto block = block_of(*j.model);
    for (int s = 0; s < 20; ++s) {
      block->update(j.state, rng, s < 10);
      const auto labels = labels_of(*j.model, j.state);
      EXPECT_EQ(static_cast<std::size_t>(*std::max_element(labels.begin(), labels.end())), clusters(labels));
      State fresh = j.state;
      recompute(*j.model, fresh);
      EXPECT_NEAR(fresh.log_density(), j.state.log_density(), 1e-9 * (1 + std::abs(fresh.log_density())));
      for (std::size_t v = 0; v < fresh.values.size(); ++v) EXPECT_EQ(fresh.values[v], j.state.values[v]);
    }
  }
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
