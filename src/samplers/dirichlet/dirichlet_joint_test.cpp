// Dirichlet processes whose atoms and concentration have priors: exact invariance of the joint law, planted errors, caches.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "samplers/choose/factory.hpp"
#include "samplers/dirichlet/test_labels.hpp"
#include "samplers/gibbs.hpp"

namespace cggibbs {
namespace {

using namespace test;
using Settings = DirichletBlock::Settings;

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

TEST(DirichletJoint, LeavesTheJointLawInvariant) {
  EXPECT_LT(block_error({}), 4.2);  // 21 functions
  EXPECT_LT(block_error({.always_pass = true}), 4.2);
}

TEST(DirichletJoint, PlantedErrorsAreSeenInTheJointLaw) {
  EXPECT_GT(block_error({.break_sticks = false}), 8);
  EXPECT_GT(block_error({.redraw_left = false}), 8);
  EXPECT_GT(block_error({.slices_by_weight = false}), 8);
}

TEST(DirichletJoint, WholeSweepsLeaveTheJointLawInvariant) {
  const double error = invariance_error(1, 10000, [&](Joint& j, Rng& rng) {
    const Plan plan(*j.model);
    GibbsCore core(*j.model, plan, j.state, {}, make_blocks(*j.model, {}, 100));
    for (int s = 0; s < 3; ++s) core.sweep<false>(rng);
  });
  EXPECT_LT(error, 4.2);
}

TEST(DirichletJoint, LabelsInUseAreTheFirstAndCachesAreRight) {
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

}  // namespace
}  // namespace cggibbs
