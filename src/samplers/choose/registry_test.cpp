// What every row of the table must keep.
#include "samplers/choose/registry.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cggibbs/error.hpp>
#include <set>

#include "graph/test_models.hpp"
#include "samplers/choose/factory.hpp"

namespace cggibbs {
namespace {

TEST(Registry, RowsHaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const Sampler* row : samplers()) EXPECT_TRUE(names.insert(row->name).second) << row->name;
}

TEST(Registry, WhatAutoMayChooseCanBeAskedForAndPredicted) {
  for (const Sampler* row : samplers()) {
    if (!row->automatic) continue;
    EXPECT_TRUE(row->predict) << row->name;
    EXPECT_TRUE(row->takes_model) << row->name;
  }
}

TEST(Registry, WhoMakesBlocksSaysWhatTheyTake) {
  for (const Sampler* row : samplers()) {
    EXPECT_EQ(row->make != nullptr || row->joins, row->bytes != nullptr) << row->name;
  }
}

/// The blocks of the zoo name their sampler, and the bill knows them.
TEST(Registry, EveryRowRunsOnTheModelsThatSuitIt) {
  for (const Sampler* row : samplers()) {
    if (!row->takes_model || !row->make) continue;
    std::size_t made = 0;
    for (const auto& [name, model] : test::zoo()) {
      GibbsSettings s;
      s.sampler = row->name;
      const bool any = !make_blocks(*model, s, 10).empty();
      made += any;
      if (any) {
        EXPECT_GT(block_bytes(*model, s), 0) << row->name << " on " << name;
      }
    }
    EXPECT_GT(made, 0U) << row->name;
  }
}

TEST(Registry, TakesAMetricAfterAColonWhereThereIsOne) {
  GibbsSettings s;
  EXPECT_EQ(set_sampler("nuts:dense", s), MetricKind::dense);
  EXPECT_EQ(s.sampler, "nuts");
  EXPECT_EQ(s.hamiltonian.metric, MetricKind::dense);
  EXPECT_EQ(set_sampler("hmc", s), std::nullopt);
  EXPECT_EQ(set_sampler("auto", s), std::nullopt);
  EXPECT_EQ(s.sampler, "slice");
  using testing::HasSubstr;
  EXPECT_THAT([&] { set_sampler("slice:dense", s); },
              testing::ThrowsMessage<Error>(
                  HasSubstr("`sampler=slice:dense`: slice has no metric, only nuts and hmc")));
  EXPECT_THAT([&] { set_sampler("nutz", s); },
              testing::ThrowsMessage<Error>(HasSubstr("Did you mean 'nuts'?")));
  EXPECT_THAT([&] { set_sampler("exact", s); }, testing::ThrowsMessage<Error>(HasSubstr("'exact'")));
}

}  // namespace
}  // namespace cggibbs
