// The coordinates of group effects: a change of variables with its Jacobian, and shares that fit what data say.
#include "samplers/hamiltonian/recentring.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cggibbs/model.hpp>
#include <cmath>

#include "base/rng.hpp"
#include "graph/start.hpp"
#include "samplers/gibbs.hpp"
#include "samplers/hamiltonian/hamiltonian_block.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t groups = 6;

/// mu ~ N(0, 3), s ~ half_normal(1), u_j ~ N(mu, s), w_j ~ N(0.3, t), y_ij ~ N(u_j + w_j, noise); noise by group.
std::shared_ptr<const Model> two_groups(const std::vector<double>& y, const std::vector<double>& noise) {
  ModelBuilder b;
  const Var mu = b.real("mu"), s = b.positive("s"), t = b.positive("t");
  const Var u = b.real("u", groups), w = b.real("w", groups);
  b.factor("normal", {mu, 0, 3});
  b.factor("half_normal", {s, 1});
  b.factor("half_normal", {t, 1});
  b.factor("normal", {u, mu, s});
  b.factor("normal", {w, 0.3, t});
  b.factor("normal", {y, u + w, noise});
  return b.build();
}

TEST(Recentring, IsABijectionWithItsJacobian) {
  const std::vector<double> y{1, 2, 0, -1, 3, 0.5};
  const auto model = two_groups(y, std::vector<double>(groups, 0.5));
  const auto& block = model->parameters();
  Recentring r(*model, block);
  ASSERT_FALSE(r.empty());
  EXPECT_EQ(r.shares().size(), 2 * groups);
  const std::size_t d = model->n_coordinates();
  Rng rng(3, 0);
  std::vector<double> u(d), q(d), back(d), stretch(d, 1.0);
  for (int k = 0; k < 30; ++k) {  // shares of all sizes
    for (std::size_t i = 0; i < d; ++i) u[i] = rng.normal() * (0.3 + 0.1 * static_cast<double>(i));
    r.learn(u.data());
  }
  r.renew(stretch.data());
  EXPECT_GT(*std::max_element(r.shares().begin(), r.shares().end()),
            *std::min_element(r.shares().begin(), r.shares().end()));
  for (double& v : u) v = rng.normal();
  q = u;
  r.leave(u.data(), q.data());
  back = q;
  r.enter(q.data(), back.data());
  for (std::size_t i = 0; i < d; ++i) EXPECT_NEAR(back[i], u[i], 1e-12);

  // f(u) = sum a_i u_i + u_i^2 / 2, seen from q, by differences; the Jacobian is a product of diagonal entries.
  const auto value = [&](const std::vector<double>& at) {
    std::vector<double> x = at, slope(d, 0.0);
    r.enter(at.data(), x.data());
    double f = r.pull_back(x.data(), slope.data());
    for (std::size_t i = 0; i < d; ++i) f += static_cast<double>(i + 1) * x[i] + x[i] * x[i] / 2;
    return f;
  };
  std::vector<double> gradient(d);
  for (std::size_t i = 0; i < d; ++i) gradient[i] = static_cast<double>(i + 1) + u[i];
  const double log_jacobian = r.pull_back(u.data(), gradient.data());
  constexpr double h = 1e-6;
  double by_differences = 0;
  for (std::size_t i = 0; i < d; ++i) {
    std::vector<double> up = q, down = q, up_u = q, down_u = q;
    up[i] += h;
    down[i] -= h;
    EXPECT_NEAR(gradient[i], (value(up) - value(down)) / (2 * h), 1e-5 * (1 + std::abs(gradient[i]))) << i;
    up_u = up;
    down_u = down;
    r.enter(up.data(), up_u.data());
    r.enter(down.data(), down_u.data());
    by_differences += std::log((up_u[i] - down_u[i]) / (2 * h));
  }
  EXPECT_NEAR(log_jacobian, by_differences, 1e-7);
}

TEST(Recentring, LeavesAloneWhatHasNoScaleOfItsOwn) {
  ModelBuilder b;
  const Var s = b.positive("s"), x = b.real("x", 3), y = b.real("y", 3), one = b.real("one");
  b.factor("exponential", {s, 1});
  b.factor("normal", {x, 0, 2});                             // a constant scale
  b.factor("normal", {y, 0, std::vector<double>{1, 2, 3}});  // several
  b.factor("normal", {one, 0, s});                           // no group
  const auto model = b.build();
  EXPECT_TRUE(Recentring(*model, model->parameters()).empty());
  const auto effects = two_groups(std::vector<double>(groups, 0.0), std::vector<double>(groups, 1.0));
  std::vector<NodeId> without_scales;
  for (NodeId p : effects->parameters())
    if (effects->node(p).name != "s" && effects->node(p).name != "t") without_scales.push_back(p);
  EXPECT_TRUE(Recentring(*effects, without_scales).empty());
}

/// A sampler of its own: warms up, then tells shares and draws of log s.
struct Warmed {
  std::vector<double> shares;
  std::vector<double> mean, sd;
  int divergent = 0;
};
Warmed nuts(const Model& model, std::size_t warmup, int draws, std::uint64_t seed) {
  const Plan plan(model);
  Rng rng(seed, 1);
  State state = make_state(model);
  draw_valid_start(model, state, rng);
  HamiltonianSettings s;
  s.warmup = warmup;
  s.target_accept = 0.9;
  HamiltonianBlock block(model, model.parameters(), s);
  for (std::size_t t = 0; t < warmup; ++t) block.update(state, rng, true);
  block.freeze();
  Warmed out{block.recentring().shares(), std::vector<double>(model.n_coordinates(), 0.0), {}, 0};
  out.sd = out.mean;
  for (int t = 0; t < draws; ++t) {
    block.update(state, rng, false);
    out.divergent += block.last().divergent;
    for (std::size_t k = 0; k < out.mean.size(); ++k) {
      out.mean[k] += state.values[k] / draws;
      out.sd[k] += state.values[k] * state.values[k] / draws;
    }
  }
  for (std::size_t k = 0; k < out.mean.size(); ++k)
    out.sd[k] = std::sqrt(out.sd[k] - out.mean[k] * out.mean[k]);
  return out;
}

TEST(Recentring, CentresWhatDataTellAndNothingElse) {
  ModelBuilder b;
  const Var s = b.positive("s"), u = b.real("u", groups);
  b.factor("half_normal", {s, 1});
  b.factor("normal", {u, 0, s});
  b.factor("normal", {std::vector<double>{1, -1, 0.5, 0.2, -0.3, 0}, u,
                      std::vector<double>{0.01, 0.01, 0.01, 50, 50, 50}});
  const Warmed w = nuts(*b.build(), 500, 100, 5);
  for (std::size_t j = 0; j < 3; ++j) EXPECT_LT(w.shares[j], 0.05) << j;
  for (std::size_t j = 3; j < groups; ++j) EXPECT_GT(w.shares[j], 0.6) << j;
}

/// Ten effects that data say nothing of: log s has its prior's law, N(0, 3^2), to the bottom of the neck. Centred coordinates do
/// not get there.
TEST(Recentring, ReachesTheBottomOfAFunnel) {
  ModelBuilder b;
  const Var s = b.positive("s"), u = b.real("u", 10);
  const Var v = log(s);
  b.factor("normal", {v, 0, 3});
  b.factor("normal", {u, 0, s});
  b.monitor("v", v);
  const auto model = b.build();
  const Plan plan(*model);
  Rng rng(6, 1);
  State state = make_state(*model);
  draw_valid_start(*model, state, rng);
  HamiltonianSettings settings;
  HamiltonianBlock block(*model, model->parameters(), settings);
  for (int t = 0; t < 1000; ++t) block.update(state, rng, true);
  block.freeze();
  constexpr int draws = 20000;
  double low = 0, mean = 0, squares = 0;
  for (int t = 0; t < draws; ++t) {
    block.update(state, rng, false);
    // The factor is on log s without a Jacobian of its own: s has density normal(log s), so log s has N(9, 3^2).
    const double log_s = std::log(state.values[0]) - 9;
    low += log_s < -6 ? 1.0 / draws : 0;
    mean += log_s / draws;
    squares += log_s * log_s / draws;
  }
  EXPECT_NEAR(mean, 0, 0.15);
  EXPECT_NEAR(std::sqrt(squares), 3, 0.12);
  EXPECT_NEAR(low, 0.0228, 0.006);  // beyond two sds
}

}  // namespace
}  // namespace cggibbs
