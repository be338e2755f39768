#include "graph/model.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace cggibbs
