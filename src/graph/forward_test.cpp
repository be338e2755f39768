// What is drawn forward, and that its law is the joint one.
#include "graph/forward.hpp"

#include <gtest/gtest.h>

#include <cggibbs/model.hpp>
#include <cmath>

#include "base/test_statistics.hpp"
#include "graph/start.hpp"
#include "graph/var_access.hpp"

namespace cggibbs {
namespace {

Var whole(const Var& v) {
  VarAccess::node(v).as<ParameterNode>()->whole = true;
  return v;
}

std::vector<std::string> names(const std::vector<NodeId>& nodes, const Model& model) {
  std::vector<std::string> out;
  for (NodeId v : nodes) out.push_back(model.node(v).name);
  return out;
}

/// mu is observed through y. z is drawn from mu, w from a function of z, c from a table by w; nobody observes these. x is observed.
std::shared_ptr<const Model> predictions() {
  ModelBuilder b;
  const Var c = whole(b.integer("c", 1, 0, 1)), w = whole(b.integer("w", 1, 0, 1));
  const Var z = whole(b.real("z")), mu = whole(b.real("mu")), x = whole(b.real("x"));
  b.factor("normal", {mu, 0, 1});
  b.factor("normal", {0.4, mu, 0.5});
  b.factor("normal", {z, 2 * mu, 0.3});
  b.factor("bernoulli", {w, inv_logit(z)});
  b.factor("bernoulli", {c, 0.2 + 0.5 * w});
  b.factor("normal", {x, mu, 1});
  b.factor("normal", {1, x, 1});
  b.monitor("twice", 2 * z);
  return b.build();
}

TEST(Forward, TakesWhatNoDataSpeakOf) {
  const auto model = predictions();
  EXPECT_EQ(names(model->parameters(), *model), (std::vector<std::string>{"mu", "x"}));
  EXPECT_EQ(model->forward().size(), 3u);
  EXPECT_EQ(model->factors().size(), 4u);
  EXPECT_EQ(model->n_outputs(), 6u);
}

TEST(Forward, LeavesWhatHasOtherReaders) {
  const auto left = [](auto tell) {
    ModelBuilder b;
    const Var mu = whole(b.real("mu")), z = whole(b.real("z"));
    b.factor("normal", {mu, 0, 1});
    b.factor("normal", {0.4, mu, 0.5});
    tell(b, mu, z);
    return b.build()->parameters().size();
  };
  EXPECT_EQ(left([](auto& b, Var mu, Var z) { b.factor("normal", {z, mu, 1}); }), 1u);
  EXPECT_EQ(left([](auto& b, Var mu, Var z) {
              b.factor("normal", {z, mu, 1});
              b.factor("cauchy", {z * z, 0, 1});
            }),
            2u);
  EXPECT_EQ(left([](auto& b, Var mu, Var z) { b.factor("normal", {mu, z, 1}); }), 2u);
  EXPECT_EQ(left([](auto& b, Var mu, Var z) { b.truncated("normal", {z, mu, 1}, 0, inf); }), 2u);
  EXPECT_EQ(left([](auto& b, Var mu, Var z) { b.factor("normal", {z, mu, 1}, {2.0}); }), 2u);
  EXPECT_EQ(left([](auto& b, Var mu, Var z) {
              b.factor("normal", {z, mu, 1});
              b.factor("normal", {z, mu, 2});
            }),
            2u);
}

TEST(Forward, TakesNothingWhereNothingElseIsSampled) {
  ModelBuilder b;
  b.factor("normal", {whole(b.real("z")), 0, 1});
  EXPECT_EQ(b.build()->parameters().size(), 1u);
}

/// p value of z and of the frequencies of (w, c), each drawn given those before it. `again`: draws are made for every look.
double joint_p(bool again) {
  const auto model = predictions();
  State state = make_state(*model);
  Rng rng(5, 0);
  std::vector<double> draw(model->n_outputs()), u, weights, counts(4), expected(4);
  constexpr int n = 20000;
  for (int i = 0; i < n; ++i) {
    const double mu = rng.normal();
    state.values[model->offset(model->parameters()[0])] = mu;
    recompute(*model, state);
    if (again || i == 0) draw_forward(*model, state, rng, weights);
    record(*model, state, draw);
    const double c = draw[0], w = draw[1], z = draw[2];
    EXPECT_EQ(draw[5], 2 * z);
    u.push_back(0.5 * std::erfc(-(z - 2 * mu) / 0.3 / std::sqrt(2.0)));
    ++counts[static_cast<std::size_t>(2 * w + c)];
    const double p = inv_logit(z);
    expected[0] += (1 - p) * 0.8 / n;
    expected[1] += (1 - p) * 0.2 / n;
    expected[2] += p * 0.3 / n;
    expected[3] += p * 0.7 / n;
  }
  return std::min(test::ks_one_sample(u, [](double x) { return x; }), test::chi_square(counts, expected));
}

TEST(Forward, DrawsFollowTheirJointLawAndOldOnesAreCaught) {
  EXPECT_GT(joint_p(true), 1e-4);
  EXPECT_LT(joint_p(false), 1e-6);
}

}  // namespace
}  // namespace cggibbs
