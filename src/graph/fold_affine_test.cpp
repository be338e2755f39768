// Every way to write a linear predictor is one node.
#include <gtest/gtest.h>

#include <functional>

#include "graph/plan.hpp"
#include "graph/test_models.hpp"

namespace cggibbs {
namespace {

const std::size_t n = 12;
const std::size_t d = 3;

/// eta ~ normal so that the only cached node is the linear predictor itself.
std::shared_ptr<const Model> with_predictor(const std::function<Var(ModelBuilder&, Var a, Var beta)>& eta) {
  ModelBuilder b;
  const Var a = b.real("a");
  const Var beta = b.real("beta", d);
  b.factor("normal", {std::vector<double>(n, 1.0), eta(b, a, beta), 1});
  return b.build();
}

/// Every cached node must be linear, and its dense form equal to the expected matrix [1 x].
void expect_same_predictor(const Model& model, const DenseMatrix& x) {
  ASSERT_EQ(model.cached().size(), 1u);
  const auto* linear = model.node(model.cached()[0]).as<LinearNode>();
  ASSERT_NE(linear, nullptr);
  ASSERT_EQ(linear->terms.size(), 2u);
  for (const auto& t : linear->terms)
    for (std::size_t j = 0; j < t.columns->cols(); ++j) {
      std::vector<double> column(n, 0.0);
      const ColumnView c = t.columns->col(j);
      for (std::size_t e = 0; e < c.count; ++e) column[c.row(e)] += c.value(e);
      for (std::size_t i = 0; i < n; ++i) {
        const double expected = model.node(t.source).name == "a" ? 1.0 : x.col(j)[i];
        EXPECT_NEAR(column[i], expected, 1e-15);
      }
    }
  // One fused step for each coefficient, nothing else.
  const Plan plan(model);
  for (const auto& p : plan.all()) {
    EXPECT_EQ(p.fused.size(), 1u);
    EXPECT_TRUE(p.nodes.empty());
  }
}

TEST(FoldAffine, EveryWayOfWritingALinearPredictorGivesTheSameNode) {
  Rng rng(1, 0);
  const DenseMatrix x = test::dense(n, d, rng);
  expect_same_predictor(
      *with_predictor([&](auto&, const Var& a, const Var& beta) { return a + linear(x, beta); }), x);
  // a loop of beta[j] * x[i,j], summed afterwards
  expect_same_predictor(*with_predictor([&](auto& b, const Var& a, const Var& beta) {
    std::vector<std::uint32_t> column, row;
    std::vector<double> cells;
    for (std::uint32_t i = 0; i < n; ++i)
      for (std::uint32_t j = 0; j < d; ++j) {
        column.push_back(j);
        row.push_back(i);
        cells.push_back(x.col(j)[i]);
      }
    return a + segment_sum(gather(beta, column) * b.data(cells), row, n);
  }),
                        x);
  // a + beta[1] * x1 + beta[2] * x2 + beta[3] * x3, with a detour
  expect_same_predictor(*with_predictor([&](auto& b, const Var& a, const Var& beta) {
    Var eta = a + 0.0;
    for (std::uint32_t j = 0; j < d; ++j) {
      const auto c = x.col(j);
      eta = eta + gather(beta, {j}) * b.data(std::vector<double>(c.begin(), c.end()));
    }
    return -(-(2 * eta) / 2);
  }),
                        x);
}

TEST(FoldAffine, GroupMeansAndOffsetsFoldIntoOneLinearNode) {
  Rng rng(2, 0);
  ModelBuilder b;
  const Var mu = b.real("mu");
  const Var u = b.real("u", 3);
  const Var eta = mu + gather(u, test::groups(n, 3, rng)) + test::normals(n, rng);
  b.factor("normal", {std::vector<double>(n, 1.0), eta, 1});
  const auto model = b.build();
  ASSERT_EQ(model->cached().size(), 1u);
  const auto& linear = *model->node(model->cached()[0]).as<LinearNode>();
  EXPECT_EQ(linear.terms.size(), 2u);
  EXPECT_EQ(linear.offset.size(), n);
  for (const auto& t : linear.terms) EXPECT_EQ(t.columns->entries(), n);
}

TEST(FoldAffine, ARotationOfTheParametersFoldsThroughTheDesignMatrix) {
  Rng rng(3, 0);
  ModelBuilder b;
  const Var z = b.real("z", d);
  const Var theta = linear(test::dense(d, d, rng), z);
  b.factor("normal", {theta, 0, 1});
  b.factor("normal", {test::normals(n, rng), linear(test::dense(n, d, rng), theta), 1});
  const auto model = b.build();
  const Plan plan(*model);
  EXPECT_EQ(plan.all()[0].fused.size(), 2u);  // prior and likelihood, both fused
  EXPECT_TRUE(plan.all()[0].nodes.empty());
}

TEST(FoldAffine, ConstantExpressionsBecomeDataAndUnusedNodesDisappear) {
  ModelBuilder b;
  const Var a = b.real("a");
  const Var k = exp(b.data({0, 0})) + 1.0;
  (void)exp(a);  // nobody reads it
  b.factor("normal", {a, 0, 1});
  b.factor("normal", {k, a, 1});
  const auto model = b.build();
  EXPECT_TRUE(model->cached().empty());
}

TEST(FoldAffine, AChainOfSumsDoesNotBlowUp) {
  // x[t] = x[t-1] + e[t] written step by step: folding everything would store t^2 / 2 entries.
  ModelBuilder b;
  const std::uint32_t steps = 1000;
  const Var e = b.real("e", steps);
  Var x = gather(e, {0});
  for (std::uint32_t t = 1; t < steps; ++t) {
    x = x + gather(e, {t});
    b.factor("normal", {1.0, x, 1});
  }
  const auto model = b.build();
  std::size_t entries = 0;
  for (NodeId v : model->cached())
    for (const auto& t : model->node(v).as<LinearNode>()->terms) entries += t.columns->entries();
  EXPECT_LT(entries, 40u * steps);
}

}  // namespace
}  // namespace cggibbs
