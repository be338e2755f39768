// Rows tell the law that slopes tell.
#include "samplers/joint/normal_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cggibbs/model.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "graph/start.hpp"
#include "graph/test_models.hpp"
#include "samplers/joint/normal_block.hpp"

namespace cggibbs {
namespace {

struct Case {
  std::string name;
  std::shared_ptr<const Model> model;
  bool by_rows;  ///< else slopes are all there is
};

/// Arrays "u" and "v" among other things that stand still; u and v are what is moved.
std::vector<Case> cases() {
  Rng rng(11, 0);
  std::vector<Case> all;
  const std::size_t n = 24;
  const auto g = test::groups(n, 6, rng);
  const auto x = test::normals(n, rng), y = test::normals(n, rng);
  std::vector<double> w(n), weights(n);
  for (std::size_t i = 0; i < n; ++i) {
    w[i] = std::exp(rng.normal());
    weights[i] = static_cast<double>(rng.below(3));
  }
  {
    ModelBuilder b;
    const Var u = b.real("u", 6), v = b.real("v", 6), s = b.positive("s"), m = b.real("m");
    b.factor("half_normal", {s, 1});
    b.factor("normal", {m, 0, 1});
    b.factor("normal", {u, m, 2});
    b.factor("normal", {v, 0.3, s});
    b.factor("normal", {y, gather(u, g) + b.data(x) * gather(v, g), s});
    all.push_back({"a line in each group", b.build(), true});
  }
  {
    ModelBuilder b;
    const Var u = b.real("u", 6), v = b.real("v", 6), s = b.positive("s"), t = b.positive("t");
    b.factor("half_normal", {s, 1});
    b.factor("half_normal", {t, 1});
    b.factor("normal", {u, 0, 1});
    b.factor("normal", {v, u, t});
    b.factor("normal", {y, s * gather(u, g) - gather(v, g) / t, b.data(w)}, weights);
    all.push_back({"scales that move, rows of their own, weights", b.build(), true});
  }
  {
    ModelBuilder b;
    const Var u = b.real("u", 6), v = b.real("v", 6), s = b.positive("s"), t = b.positive("t", 6);
    b.factor("half_normal", {s, 1});
    b.factor("half_cauchy", {t, 1});
    b.factor("normal", {u, 0, t * s});
    b.factor("normal", {v, -u, 1});
    b.factor("normal", {y, 1 - 2 * gather(v, g), s});
    all.push_back({"a product of scales, chains of sums", b.build(), true});
  }
  {
    ModelBuilder b;
    const Var omega = b.positive_definite("omega", 2), u = b.real("u", Extents{6, 2}), v = b.real("v", 2);
    b.factor("wishart", {omega, reshape(b.data({2, 0.3, 0.3, 1}), {2, 2}), 4});
    b.factor("normal", {v, 0, 2});
    b.factor("multi_normal_precision", {u, b.data({0.2, -0.1}), omega});
    std::vector<std::uint32_t> first(n), second(n);
    for (std::size_t i = 0; i < n; ++i) {
      first[i] = 2 * g[i];
      second[i] = 2 * g[i] + 1;
    }
    b.factor("normal", {y, gather(u, first) + b.data(x) * gather(u, second), 0.7});
    b.factor("multi_normal_precision", {reshape(b.data(test::normals(10, rng)), {5, 2}), 3 * v, omega},
             {1, 2, 0, 1, 0.5});
    all.push_back({"vectors", b.build(), true});
  }
  {
    ModelBuilder b;
    const Var u = b.real("u", 6), v = b.real("v", 6);
    b.factor("normal", {u, 0, 1});
    b.factor("normal", {v, 0, 1});
    const Var s = b.positive("s"), t = b.positive("t");
    b.factor("half_normal", {s, 1});
    b.factor("half_normal", {t, 1});
    b.factor("normal", {y, s * (t * gather(u, g)), 1});
    b.factor("normal", {y, gather(v, g), 1});
    all.push_back({"two factors that move", b.build(), false});
  }
  return all;
}

std::vector<NodeId> moved(const Model& model) {
  std::vector<NodeId> out;
  for (NodeId p : model.parameters())
    if (model.node(p).name == "u" || model.node(p).name == "v") out.push_back(p);
  return out;
}

TEST(NormalRows, DrawWhatSlopesDraw) {
  for (const auto& [name, model, by_rows] : cases()) {
    const auto sets = find_normal_groups(*model, moved(*model));
    ASSERT_FALSE(sets.empty()) << name;
    for (const NormalGroups& groups : sets) {
      EXPECT_TRUE(NormalRows::of(*model, groups, BlockView(*model, groups.parameters)) || !by_rows) << name;
      Rng start(3, 0);
      State a = make_state(*model);
      draw_valid_start(*model, a, start);
      State b = a;
      NormalBlock rows(*model, groups), slopes(*model, groups);
      slopes.use_slopes();
      Rng one(7, 0), other(7, 0);
      for (int i = 0; i < 20; ++i) {
        rows.update(a, one, false);
        slopes.update(b, other, false);
        for (std::size_t e : groups.element)
          ASSERT_NEAR(a.values[e], b.values[e], 1e-7 * (1 + std::abs(b.values[e]))) << name;
      }
    }
  }
}

TEST(NormalRows, LeaveProductsOfTwoThingsThatMoveToSlopes) {
  const auto all = cases();
  const Model& model = *all.back().model;
  for (const NormalGroups& groups : find_normal_groups(model, moved(model))) {
    const bool of_u = std::any_of(groups.parameters.begin(), groups.parameters.end(),
                                  [&](NodeId p) { return model.node(p).name == "u"; });
    EXPECT_EQ(NormalRows::of(model, groups, BlockView(model, groups.parameters)).has_value(), !of_u);
  }
}

TEST(NormalRows, ReadEachRowOnce) {
  const auto all = cases();
  const Model& model = *all[0].model;
  const auto sets = find_normal_groups(model, moved(model));
  ASSERT_EQ(sets.size(), 1U);
  NormalBlock block(model, sets[0]);
  State state = make_state(model);
  Rng rng(1, 0);
  draw_valid_start(model, state, rng);
  block.reset_work();
  block.update(state, rng, false);
  EXPECT_EQ(block.work().rows, 6U + 6U + 24U);
  EXPECT_EQ(block.work().evaluations, 1U);
}

/// A column that is 1e6 wide and far from zero: differences of slopes would lose the other one.
TEST(NormalRows, KeepTheDigitsOfColumnsInOtherUnits) {
  ModelBuilder b;
  const Var u = b.real("u", 3), v = b.real("v", 3);
  b.factor("normal", {u, 0, 1e3});
  b.factor("normal", {v, 0, 1e3});
  const std::vector<std::uint32_t> g{0, 0, 0, 1, 1, 1, 2, 2, 2};
  const std::vector<double> x{1e6, 2e6, 4e6, -1e6, 1e6, 3e6, 5e6, 6e6, 8e6};
  b.factor("normal",
           {std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9}, gather(u, g) + b.data(x) * gather(v, g), 0.5});
  const auto model = b.build();
  const auto sets = find_normal_groups(*model, moved(*model));
  ASSERT_EQ(sets.size(), 1U);
  auto rows = NormalRows::of(*model, sets[0], BlockView(*model, sets[0].parameters));
  ASSERT_TRUE(rows);
  State state = make_state(*model);
  recompute(*model, state);
  std::vector<double> slope(6), precision(12);
  Work work;
  ASSERT_TRUE(rows->find_law(state.values.data(), slope.data(), precision.data(), work));
  // Group 0: u is element 0, v element 1; tau = 4.
  EXPECT_DOUBLE_EQ(precision[0], 4 * 3 + 1e-6);
  EXPECT_DOUBLE_EQ(precision[1], 4 * 7e6);
  EXPECT_DOUBLE_EQ(precision[2], 4 * 7e6);
  EXPECT_DOUBLE_EQ(precision[3], 4 * 21e12 + 1e-6);
  EXPECT_DOUBLE_EQ(slope[0], 4 * 6.0);
  EXPECT_DOUBLE_EQ(slope[1], 4 * 17e6);
}

/// "m" meets no element of "u", but its own "v" in every row: u and v belong together.
TEST(NormalGroups, StrangersDoNotKeepThoseApartWhoMeet) {
  ModelBuilder b;
  const Var u = b.real("u", 8), m = b.real("m"), v = b.real("v", 8);
  b.factor("normal", {u, 0, 10});
  b.factor("normal", {m, 0, 3});
  b.factor("normal", {v, m, 2});
  std::vector<std::uint32_t> g(24);
  std::vector<double> x(24), y(24);
  for (std::uint32_t i = 0; i < 24; ++i) {
    g[i] = i % 8;
    x[i] = i;
    y[i] = i % 5;
  }
  b.factor("normal", {y, gather(u, g) + b.data(x) * gather(v, g), 1});
  const auto model = b.build();
  const auto sets = find_normal_groups(*model, model->parameters());
  ASSERT_EQ(sets.size(), 1U);
  EXPECT_EQ(sets[0].groups(), 8U);
  EXPECT_EQ(sets[0].largest, 2U);
}

}  // namespace
}  // namespace cggibbs
