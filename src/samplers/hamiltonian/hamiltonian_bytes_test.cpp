// The estimate beside what the blocks really take.
#include <gtest/gtest.h>
#include <malloc.h>

#include <cggibbs/model.hpp>

#include "samplers/choose/factory.hpp"

namespace cggibbs {
namespace {

double bytes_in_use() {
  const auto info = mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd);
}

std::shared_ptr<const Model> normals(std::size_t d) {
  ModelBuilder b;
  b.factor("normal", {b.real("b", d), 0, 1});
  b.factor("exponential", {b.positive("s"), 1});
  return b.build();
}

TEST(HamiltonianBytes, AreWhatABlockTakes) {
  const auto model = normals(500);
  for (const char* kernel : {"nuts", "hmc"})
    for (const auto metric : {MetricKind::unit, MetricKind::diag, MetricKind::dense}) {
      SCOPED_TRACE(name(metric));
      GibbsSettings s;
      s.sampler = kernel;
      s.hamiltonian.metric = metric;
      const double before = bytes_in_use();
      const auto blocks = make_blocks(*model, s, 100);
      const double taken = bytes_in_use() - before, said = block_bytes(*model, s);
      if (taken <= 0) GTEST_SKIP() << "this allocator does not count";
      EXPECT_GE(said, taken - 5000) << taken;  // the block itself is not counted
      // A first step size needs two points more, and the dense metric two matrices more than three.
      EXPECT_LE(said, (metric == MetricKind::dense ? 1.7 : 2.2) * taken);
    }
}

TEST(HamiltonianBytes, GrowWithTheSquareOfTheDimensionWhereTheMetricIsDense) {
  GibbsSettings s;
  s.sampler = "nuts";
  s.hamiltonian.metric = MetricKind::dense;
  EXPECT_GT(block_bytes(*normals(100000), s), 3e11);
  s.hamiltonian.metric = MetricKind::low_rank;
  EXPECT_LT(block_bytes(*normals(100000), s), 1.5e9);
}

TEST(HamiltonianBytes, AreThoseOfTheBlocksParametersOnly) {
  GibbsSettings s;
  EXPECT_EQ(block_bytes(*normals(100), s), 0);
  s.assigned = {{"s", "nuts"}};
  const double one = block_bytes(*normals(100), s);
  s.assigned = {{"b", "nuts"}};
  EXPECT_GT(block_bytes(*normals(100), s), 5 * one);
}

}  // namespace
}  // namespace cggibbs
