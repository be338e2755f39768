// Readers of nodes, and building in linear time.
#include "graph/model.hpp"

#include <gtest/gtest.h>

#include "graph/plan.hpp"
#include "graph/test_models.hpp"

namespace cggibbs {
namespace {

TEST(Model, ReadersAreWhatAPlainScanFinds) {
  for (const auto& [name, model] : test::zoo()) {
    SCOPED_TRACE(name);
    for (NodeId v = 0; v < model->nodes().size(); ++v) {
      std::vector<std::pair<NodeId, std::uint32_t>> nodes, factors;
      for (NodeId u : model->cached()) {
        std::uint32_t k = 0;
        for_each_input(model->node(u), [&](NodeId i) {
          if (i == v) nodes.emplace_back(u, k);
          ++k;
        });
      }
      for (std::uint32_t f = 0; f < model->factors().size(); ++f)
        for (std::uint32_t k = 0; k < model->factors()[f].args.size(); ++k)
          if (model->factors()[f].args[k] == v) factors.emplace_back(f, k);
      const Readers readers = model->readers(v);
      ASSERT_EQ(readers.nodes.size(), nodes.size());
      for (std::size_t i = 0; i < nodes.size(); ++i)
        EXPECT_EQ(std::make_pair(readers.nodes[i].node, readers.nodes[i].input), nodes[i]);
      ASSERT_EQ(readers.factors.size(), factors.size());
      for (std::size_t i = 0; i < factors.size(); ++i)
        EXPECT_EQ(std::make_pair(readers.factors[i].factor, readers.factors[i].argument), factors[i]);
    }
  }
}

/// A random walk with noise, written one scalar at a time: some ten nodes per step.
std::shared_ptr<const Model> scalar_walk(std::size_t steps) {
  ModelBuilder b;
  const Var sigma = b.positive("sigma");
  b.factor("half_normal", {sigma, 1});
  Var last = b.real("x[1]");
  b.factor("normal", {last, 0, 1});
  for (std::size_t t = 2; t <= steps; ++t) {
    const Var now = b.real("x[" + std::to_string(t) + "]");
    b.factor("normal", {now, last, sigma});
    b.factor("poisson", {static_cast<double>(t % 5), exp(0.5 * now + 0.1)});
    last = now;
  }
  return b.build();
}

TEST(Plan, TakesTimeInProportionToTheNumberOfScalarNodes) {
  const auto small = scalar_walk(1000);
  const auto large = scalar_walk(10000);
  const auto per_node = [](const Model& m) {
    return static_cast<double>(Plan(m).steps()) / static_cast<double>(m.nodes().size());
  };
  EXPECT_LT(per_node(*large), 1.01 * per_node(*small));
  EXPECT_LT(per_node(*large), 10);
}

TEST(FoldAffine, TakesStepsInProportionToALoopOfAdditions) {
  // a + b[1] x[1] + b[2] x[2] + ..., one scalar at a time, as a program in a modelling language would say it
  const auto steps = [](std::size_t d) {
    ModelBuilder b;
    Var total = b.real("a");
    for (std::size_t j = 0; j < d; ++j) {
      const Var beta = b.real("b" + std::to_string(j));
      b.hide(beta);
      total = total + 0.5 * beta;
    }
    b.factor("normal", {1.0, total, 1});
    const auto model = b.build();
    EXPECT_EQ(model->cached().size(), 1u);
    EXPECT_EQ(model->node(model->cached()[0]).as<LinearNode>()->terms.size(), d + 1);
    return static_cast<double>(model->build_steps() + Plan(*model).steps()) / static_cast<double>(d);
  };
  EXPECT_LT(steps(4000), 1.01 * steps(1000));
  EXPECT_LT(steps(4000), 20);
}

}  // namespace
}  // namespace cggibbs
