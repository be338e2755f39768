// Models of several responses have a block for each predictor, and the posterior that they should have.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <set>

#include "graph/block_view.hpp"
#include "graph/structure.hpp"
#include "graph/test_models.hpp"
#include "samplers/choose/factory.hpp"
#include "samplers/test_agreement.hpp"

namespace cggibbs {
namespace {

std::vector<std::pair<std::string, GibbsSettings>> samplers() {
  GibbsSettings block, newton;
  block.sampler = "gaussian_block";
  newton.sampler = "newton";
  return {{"gaussian_block", block}, {"newton", newton}};
}

/// No coordinate kernel has anything left to do with these.
void expect_blocks_for_all(const Model& model, const std::vector<std::unique_ptr<Block>>& blocks) {
  std::set<NodeId> moved;
  for (const auto& b : blocks)
    if (!b->shares()) moved.insert(b->parameters().begin(), b->parameters().end());
  for (const auto& predictor : model.structure().predictors())
    for (const auto& part : predictor.parts)
      EXPECT_EQ(moved.count(part.parameter), 1u) << model.node(part.parameter).name;
}

Eigen::MatrixXd matrix(const DenseMatrix& x) {
  return Eigen::Map<const Eigen::MatrixXd>(x.values.data(), static_cast<Eigen::Index>(x.rows),
                                           static_cast<Eigen::Index>(x.cols));
}

/// Two normal responses; effects of groups in the first have a regression of their own. All coefficients together are
/// Gaussian: u (4), b (3), c (3), g (2), in the order of the builder.
struct AllNormal {
  std::shared_ptr<const Model> model;
  Eigen::VectorXd mean;
  Eigen::MatrixXd covariance;
};
AllNormal all_normal() {
  Rng rng(30, 0);
  const std::size_t n = 12, m = 9;
  const DenseMatrix x = test::dense(n, 3, rng), z = test::dense(m, 3, rng), w = test::dense(4, 2, rng);
  const auto group = test::groups(n, 4, rng);
  const auto y = test::normals(n, rng), v = test::normals(m, rng);
  ModelBuilder builder;
  const Var u = builder.real("u", 4), b = builder.real("b", 3), c = builder.real("c", 3),
            g = builder.real("g", 2);
  builder.factor("normal", {u, linear(w, g), 0.7});
  builder.factor("normal", {b, 0.3, 1});
  builder.factor("normal", {c, 0, 2});
  builder.factor("normal", {g, 0, 1});
  builder.factor("normal", {y, gather(u, group) + linear(x, b), 1});
  builder.factor("normal", {v, linear(z, c), 0.5});

  Eigen::MatrixXd a =
      Eigen::MatrixXd::Zero(12, 12);  // rows of the first response in terms of all coefficients
  for (std::size_t i = 0; i < n; ++i) a(static_cast<Eigen::Index>(i), group[i]) = 1;
  a.block(0, 4, 12, 3) = matrix(x);
  Eigen::MatrixXd h = Eigen::MatrixXd::Zero(4, 12);  // u - w g
  h.block(0, 0, 4, 4).setIdentity();
  h.block(0, 10, 4, 2) = -matrix(w);
  Eigen::MatrixXd k = Eigen::MatrixXd::Zero(9, 12);
  k.block(0, 7, 9, 3) = matrix(z);
  Eigen::MatrixXd precision = a.transpose() * a + h.transpose() * h / (0.7 * 0.7) + k.transpose() * k / 0.25;
  precision.diagonal().segment(4, 3).array() += 1;
  precision.diagonal().segment(7, 3).array() += 0.25;
  precision.diagonal().segment(10, 2).array() += 1;
  Eigen::VectorXd linear_term = a.transpose() * Eigen::Map<const Eigen::VectorXd>(y.data(), 12) +
                                k.transpose() * Eigen::Map<const Eigen::VectorXd>(v.data(), 9) / 0.25;
  linear_term.segment(4, 3).array() += 0.3;
  const Eigen::MatrixXd covariance = precision.inverse();
  return {builder.build(), covariance * linear_term, covariance};
}

TEST(JointModels, MeansAndVariancesOfThreeNormalPredictorsAreExact) {
  const AllNormal exact = all_normal();
  const Model& model = *exact.model;
  ASSERT_EQ(model.structure().predictors().size(), 3u);
  for (const auto& [name, settings] : samplers()) {
    SCOPED_TRACE(name);
    auto blocks = make_blocks(model, settings, 500);
    EXPECT_EQ(blocks.size(), 3u);
    expect_blocks_for_all(model, blocks);
    const Plan plan(model);
    Rng rng(31, 0);
    State state = make_state(model);
    draw_valid_start(model, state, rng);
    WarmingGibbs warming(model, plan, state, settings, std::move(blocks));
    for (int s = 0; s < 500; ++s) warming.sweep(rng);
    TunedGibbs tuned = std::move(warming).freeze();
    const int batches = 40, length = 500;
    Eigen::MatrixXd means = Eigen::MatrixXd::Zero(24, batches);  // of x, then of (x - mean)^2
    for (int t = 0; t < batches * length; ++t) {
      tuned.sweep(rng);
      for (Eigen::Index k = 0; k < 12; ++k) {
        const double x = state.values[static_cast<std::size_t>(k)];
        means(k, t / length) += x / length;
        means(12 + k, t / length) += square(x - exact.mean[k]) / length;
      }
    }
    for (Eigen::Index k = 0; k < 24; ++k) {
      const double mean = means.row(k).mean();
      const double error =
          std::sqrt((means.row(k).array() - mean).square().sum() / (batches * (batches - 1)));
      const double expected = k < 12 ? exact.mean[k] : exact.covariance(k - 12, k - 12);
      EXPECT_NEAR(mean, expected, 4.5 * error) << k;
    }
    std::vector<double> scratch;
    EXPECT_LT(refresh(model, state, scratch), 1e-9);
  }
}

/// A binary response and counts whose coefficients share a scale; the mean and the spread of a third have predictors each.
TEST(JointModels, OfOtherResponsesAgreeWithSlice) {
  Rng rng(32, 0);
  const std::size_t n = 15;
  ModelBuilder b;
  const Var sd = b.positive("sd"), beta = b.real("beta", 3), gamma = b.real("gamma", 4),
            mean = b.real("mean", 2), spread = b.real("spread", 2);
  b.factor("half_normal", {sd, 1});
  b.factor("normal", {beta, 0, sd});
  b.factor("normal", {gamma, 0, sd});
  b.factor("laplace", {mean, 0, 1});
  b.factor("normal", {spread, 0, 0.5});
  std::vector<double> counts(n);
  for (double& v : counts) v = static_cast<double>(rng.below(4));
  b.factor("bernoulli_logit", {test::coin_flips(n, rng), linear(test::dense(n, 3, rng), beta)});
  b.factor("poisson_log", {counts, linear(test::dense(n, 4, rng), gamma)});
  b.factor("normal", {test::normals(n, rng), linear(test::dense(n, 2, rng), mean),
                      exp(linear(test::dense(n, 2, rng), spread))});
  const auto model = b.build();
  ASSERT_EQ(model->structure().predictors().size(), 4u);
  for (const auto& [name, settings] : samplers()) {
    SCOPED_TRACE(name);
    auto blocks = make_blocks(*model, settings, 500);
    // Newton moves along locations only, and both have an extra move of the scale.
    EXPECT_EQ(blocks.size(), name == "newton" ? 4u : 5u);
    if (name != "newton") expect_blocks_for_all(*model, blocks);
    test::expect_agreement(*model, settings, std::move(blocks), 20000);
  }
}

/// Small responses with every kind of prior scales beside a large one, which is poison that nobody may read or repair.
TEST(JointModels, ABlockOnASmallPredictorTouchesOnlyWhatItReaches) {
  Rng rng(33, 0);
  const std::size_t n = 6, large = 5000;
  ModelBuilder b;
  const Var tau = b.positive("tau"), lambda = b.positive("lambda", 3), sparse = b.real("sparse", 3);
  const Var sd = b.positive("sd"), scaled = b.real("scaled", 3), fixed = b.real("fixed", 2),
            mixed = b.real("mixed", 2), mapped = b.real("mapped", 2), other = b.real("other", 20);
  b.factor("half_cauchy", {tau, 1});
  b.factor("half_cauchy", {lambda, 1});
  b.factor("normal", {sparse, 0, lambda * tau});
  b.factor("half_normal", {sd, 1});
  b.factor("normal", {scaled, 0, sd});
  b.factor("normal", {fixed, 0, 1});
  b.factor("laplace", {mixed, 0, 1});
  b.factor("normal", {mapped, 0, 1});
  b.factor("normal", {other, 0, 1});
  for (const Var& v : {sparse, scaled, mixed})
    b.factor("bernoulli_logit", {test::coin_flips(n, rng), linear(test::dense(n, v.size(), rng), v)});
  b.factor("poisson_log", {std::vector<double>(n, 1.0), linear(test::dense(n, 2, rng), fixed)});
  b.factor("poisson", {std::vector<double>(n, 1.0), exp(linear(test::dense(n, 2, rng), mapped))});
  b.factor("poisson_log", {std::vector<double>(large, 1.0), linear(test::dense(large, 20, rng), other)});
  const auto model = b.build();
  for (const auto& [name, settings] : samplers()) {
    SCOPED_TRACE(name);
    std::size_t tried = 0;
    for (const auto& block : make_blocks(*model, settings, 0)) {
      const BlockView view(*model, block->parameters());
      const auto reaches = [](const auto& list, auto x) {
        return std::find(list.begin(), list.end(), x) != list.end();
      };
      State state = make_state(*model);
      draw_valid_start(*model, state, rng);
      std::size_t poison = 0;
      for (NodeId v : model->cached())
        if (!reaches(view.nodes(), v)) {
          std::fill_n(state.values.begin() + static_cast<std::ptrdiff_t>(model->offset(v)),
                      model->node(v).size, nan);
          poison += model->node(v).size;
        }
      if (poison < large) continue;  // the block of the large response itself
      ++tried;
      for (std::size_t f = 0; f < model->factors().size(); ++f)
        if (!reaches(view.factors(), f)) state.factor_sum[f] = {nan, nan};
      for (int s = 0; s < 60; ++s) block->update(state, rng, s < 40);
      std::size_t left = 0;
      for (double x : state.values) left += std::isnan(x);
      EXPECT_EQ(left, poison) << block->name();
      // Some hundred evaluations of a few dozen rows, where one look at the large response would be 100 000 entries.
      EXPECT_LT(block->work().rows / 60, 10000u) << block->name();
    }
    EXPECT_EQ(tried, 6u);
  }
}

}  // namespace
}  // namespace cggibbs
