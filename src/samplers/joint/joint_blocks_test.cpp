#include "samplers/joint/joint_blocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cggibbs/model.hpp>
#include <cmath>
#include <vector>

#include "base/test_statistics.hpp"
#include "graph/start.hpp"
#include "samplers/choose/factory.hpp"
#include "samplers/gibbs.hpp"
#include "samplers/joint/normal_block.hpp"
#include "samplers/joint/wishart_block.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t groups = 3;
constexpr double degrees = 4, noise = 0.7;
constexpr std::array<double, 4> inverse_scale{2, 0.6, 0.6, 1};

/// Lines of three groups: precision ~ wishart, mu ~ normal, beta[g] ~ normal(mu, precision), z ~ normal(a line of beta, noise).
/// z is a parameter that nobody moves, so that one model serves all replicates.
struct Lines {
  std::shared_ptr<const Model> model;
  std::vector<NodeId> id;  ///< of the parameters: diagonal, below, mu, beta, z

  Lines() {
    ModelBuilder b;
    const Var omega = b.positive_definite("omega", 2);
    b.factor("wishart",
             {omega, reshape(b.data({inverse_scale.begin(), inverse_scale.end()}), {2, 2}), degrees});
    const Var mu = b.real("mu", 2), beta = b.real("beta", Extents{groups, 2}), z = b.real("z", 2 * groups);
    b.factor("normal", {mu, 0.5, 1.5});
    b.factor("multi_normal_precision", {beta, mu, omega});
    // Two points of each line, at 1 and -0.5.
    const std::vector<std::uint32_t> intercept{0, 0, 2, 2, 4, 4}, slope{1, 1, 3, 3, 5, 5};
    b.factor("normal",
             {z, gather(beta, intercept) + b.data({1, -0.5, 1, -0.5, 1, -0.5}) * gather(beta, slope), noise});
    model = b.build();
    id = model->parameters();
  }

  double* at(State& s, std::size_t parameter) const { return s.values.data() + model->offset(id[parameter]); }

  /// Everything from its prior: the precision as a sum of squares of normal vectors.
  State draw(Rng& rng) const {
    State s = make_state(*model);
    // inverse_scale = C C'; v = C'^-1 e.
    const double c00 = std::sqrt(inverse_scale[0]), c10 = inverse_scale[2] / c00,
                 c11 = std::sqrt(inverse_scale[3] - c10 * c10);
    double x00 = 0, x10 = 0, x11 = 0;
    for (int i = 0; i < static_cast<int>(degrees); ++i) {
      const double v1 = rng.normal() / c11, v0 = (rng.normal() - c10 * v1) / c00;
      x00 += v0 * v0;
      x10 += v0 * v1;
      x11 += v1 * v1;
    }
    const double l00 = std::sqrt(x00), l10 = x10 / l00, l11 = std::sqrt(x11 - l10 * l10);
    at(s, 0)[0] = l00;
    at(s, 0)[1] = l11;
    at(s, 1)[0] = l10;
    for (int j = 0; j < 2; ++j) at(s, 2)[j] = 0.5 + 1.5 * rng.normal();
    for (std::size_t g = 0; g < groups; ++g) {
      double* beta = at(s, 3) + 2 * g;
      const double b1 = rng.normal() / l11, b0 = (rng.normal() - l10 * b1) / l00;
      beta[0] = at(s, 2)[0] + b0;
      beta[1] = at(s, 2)[1] + b1;
      for (std::size_t i = 0; i < 2; ++i)
        at(s, 4)[2 * g + i] = beta[0] + beta[1] * (i == 0 ? 1 : -0.5) + noise * rng.normal();
    }
    recompute(*model, s);
    return s;
  }

  std::vector<double> look(State& s) const {
    const double *d = at(s, 0), *l = at(s, 1), *mu = at(s, 2), *beta = at(s, 3), *z = at(s, 4);
    return {d[0],
            d[1],
            l[0],
            mu[0],
            mu[1],
            beta[0],
            beta[3],
            d[0] * std::abs(beta[0] - mu[0]),
            beta[2] * beta[3] * d[1],
            (z[0] - beta[0]) * (z[1] - beta[1]),
            mu[0] * beta[4]};
  }
};

/// The smallest p value of "the same law before and after" three sweeps of the blocks.
double invariance_p(const Lines& lines, Blocks blocks) {
  Rng rng(17, 0);
  std::vector<std::vector<double>> before, after;
  for (int r = 0; r < 20000; ++r) {
    State s = lines.draw(rng);
    const auto note = [&](auto& into) {
      const auto x = lines.look(s);
      into.resize(x.size());
      for (std::size_t k = 0; k < x.size(); ++k) into[k].push_back(x[k]);
    };
    note(before);
    for (int k = 0; k < 3; ++k)
      for (auto& b : blocks) b->update(s, rng, false);
    note(after);
  }
  double smallest = 1;
  for (std::size_t k = 0; k < before.size(); ++k)
    smallest = std::min(smallest, test::ks_two_sample(before[k], after[k]));
  return smallest;
}

std::vector<NodeId> all_but_z(const Lines& lines) {
  return {lines.id.begin(), lines.id.end() - 1};
}

Blocks wisharts(const Lines& lines, bool residuals) {
  Blocks blocks;
  for (auto& m : find_wishart_matrices(*lines.model))
    blocks.push_back(std::make_unique<WishartBlock>(*lines.model, m, residuals));
  return blocks;
}

Blocks normals(const Lines& lines, double spread) {
  Blocks blocks;
  for (auto& g : find_normal_groups(*lines.model, all_but_z(lines)))
    blocks.push_back(std::make_unique<NormalBlock>(*lines.model, g, spread));
  return blocks;
}

TEST(ExactBlocks, LeaveTheJointLawInvariantAndPlantedErrorsAreCaught) {
  const Lines lines;
  EXPECT_GT(invariance_p(lines, make_joint_blocks(*lines.model, all_but_z(lines), {})), 1e-4);
  EXPECT_LT(invariance_p(lines, wisharts(lines, false)), 1e-6);
  EXPECT_LT(invariance_p(lines, normals(lines, 0.8)), 1e-6);
}

/// A line through columns far from zero: draws of its slope by the block alone.
std::vector<double> slopes_far_out(double far, int draws) {
  ModelBuilder b;
  const Var beta = b.real("beta", 2);
  std::vector<double> x;
  for (int i = 1; i <= 8; ++i) x.push_back(far + i);
  b.factor("normal", {beta, 0, b.data({1e8, 1e2})});
  b.factor("normal", {std::vector<double>{1, 3, 2, 5, 4, 6, 8, 7},
                      gather(beta, std::vector<std::uint32_t>(8, 0)) +
                          b.data(std::move(x)) * gather(beta, std::vector<std::uint32_t>(8, 1)),
                      1});
  const auto model = b.build();
  NormalGroups both{model->parameters(), {0, 2}, {}, 2};
  for (std::size_t k = 0; k < 2; ++k) both.element.push_back(model->offset(model->parameters()[0]) + k);
  NormalBlock block(*model, both);
  State state = make_state(*model);
  recompute(*model, state);
  Rng rng(6, 0);
  std::vector<double> out;
  for (int i = 0; i < draws; ++i) {
    block.update(state, rng, false);
    out.push_back(state.values[both.element[1]]);
  }
  return out;
}

TEST(ExactBlocks, DrawOneByOneWhereDigitsAreLost) {
  for (const double far : {0., 1e3, 1e6}) {
    const auto draws = slopes_far_out(far, 40000);
    double mean = 0, square = 0;
    for (const double x : draws) {
      mean += x / 40000;
      square += x * x / 40000;
    }
    // The squares of x - mean(x) sum to 42; five errors of a standard deviation of 40000 draws
    EXPECT_NEAR(std::sqrt(square - mean * mean), 1 / std::sqrt(42.), 5 / std::sqrt(42. * 80000)) << far;
  }
  // What one step is then: that of the slope alone, which R-hat sees.
  for (const double far : {1e8, 3e8}) {
    const auto draws = slopes_far_out(far, 1000);
    double squares = 0;
    for (std::size_t i = 1; i < draws.size(); ++i)
      squares += (draws[i] - draws[i - 1]) * (draws[i] - draws[i - 1]);
    const double step = std::sqrt(squares / 999), alone = 1 / (std::sqrt(8.) * far);
    EXPECT_GT(step, 0.5 * alone) << far;
    EXPECT_LT(step, 4 * alone) << far;
  }
}

TEST(ExactBlocks, TakeGroupsByWhatTheyShare) {
  const Lines lines;
  const auto found = find_normal_groups(*lines.model, all_but_z(lines));
  ASSERT_EQ(found.size(), 2u);  // mu with beta would be one group of eight
  EXPECT_EQ(found[0].start, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(found[1].start, (std::vector<std::size_t>{0, 2, 4, 6}));
  EXPECT_EQ(find_wishart_matrices(*lines.model).size(), 1u);
}

TEST(ExactBlocks, LeaveAloneWhatIsReadElsewhere) {
  const auto found = [](auto tell) {
    ModelBuilder b;
    const Var omega = b.positive_definite("omega", 2), x = b.real("x", 2);
    b.factor("wishart", {omega, reshape(b.data({1, 0, 0, 1}), {2, 2}), 3});
    b.factor("multi_normal_precision", {x, b.data({0, 0}), omega});
    tell(b, omega, x);
    const auto model = b.build();
    return std::pair{find_wishart_matrices(*model).size(),
                     find_normal_groups(*model, model->parameters()).size()};
  };
  using Pair = std::pair<std::size_t, std::size_t>;
  EXPECT_EQ(found([](auto&, const Var&, const Var&) {}), Pair(1, 1));
  EXPECT_EQ(found([](auto& b, const Var& omega, const Var&) { b.increment(log_determinant(omega)); }),
            Pair(0, 1));
  EXPECT_EQ(found([](auto& b, const Var& omega, const Var&) {
              b.factor("normal", {1, 0, sqrt(gather(omega, std::vector<std::uint32_t>{0}))});
            }),
            Pair(0, 1));
  EXPECT_EQ(found([](auto& b, const Var&, const Var& x) { b.factor("cauchy", {x, 0, 1}); }), Pair(1, 0));
  EXPECT_EQ(found([](auto& b, const Var&, const Var& x) { b.factor("normal", {1, x * x, 1}); }), Pair(1, 0));
  EXPECT_EQ(found([](auto& b, const Var&, const Var& x) { b.factor("normal", {1, sum(x), 1}); }), Pair(1, 1));
}

// Blocks of normals know no bounds.
TEST(NormalGroups, LeaveOutArraysThatAreCut) {
  ModelBuilder b;
  const Var x = b.bounded("x", 4, 0, 3), u = b.real("u", 4);
  b.factor("normal", {x, -1, 1});
  b.factor("normal", {u, -1, 1});
  b.factor("normal", {b.data({-1, 0.2, 0.8, -2}), x, 0.7});
  b.factor("normal", {b.data({-1, 0.2, 0.8, -2}), u, 0.7});
  const auto model = b.build();
  const auto found = find_normal_groups(*model, model->parameters());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].parameters, std::vector<NodeId>{model->parameters()[1]});
}

/// With vague priors of precisions a start far from the data explains itself: noise as wide as the distance, effects without any.
TEST(ExactBlocks, GoFirstSoThatScalesDoNotHoldThemAtTheirStart) {
  Rng rng(61, 0);
  ModelBuilder b;
  const Var m = b.real("m"), u = b.real("u", 20), of_u = b.positive("of_u"), of_y = b.positive("of_y");
  b.factor("normal", {m, 0, 100});
  b.factor("gamma", {of_u, 0.001, 0.001});
  b.factor("gamma", {of_y, 0.001, 0.001});
  b.factor("normal", {u, m, 1 / sqrt(of_u)});
  std::vector<std::uint32_t> group(100);
  std::vector<double> y(100), middle(20);
  for (std::uint32_t i = 0; i < 100; ++i) {
    group[i] = i / 5;
    if (i % 5 == 0) middle[group[i]] = 240 + 14 * rng.normal();
    y[i] = middle[group[i]] + 6 * rng.normal();
  }
  b.factor("normal", {y, gather(u, group), 1 / sqrt(of_y)});
  const auto model = b.build();
  const Plan plan(*model);
  GibbsSettings settings;
  settings.sampler = "gibbs";
  for (std::uint64_t start = 1; start <= 5; ++start) {
    State state = make_state(*model);
    Rng chain(62, start);
    draw_valid_start(*model, state, chain);
    WarmingGibbs warming(*model, plan, state, settings, make_blocks(*model, settings, 20));
    for (int sweep = 0; sweep < 20; ++sweep) warming.sweep(chain);
    const double* at = state.values.data() + model->offset(model->parameters()[1]);
    for (std::size_t g = 0; g < 20; ++g) EXPECT_NEAR(at[g], middle[g], 5 * 6 / std::sqrt(5)) << start;
  }
}

}  // namespace
}  // namespace cggibbs
