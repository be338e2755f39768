// The host's number of BLAS threads is its own again when the last of us is gone.
#include "samplers/linear/blas_threads.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <thread>
#include <vector>

#include "graph/test_models.hpp"
#include "samplers/linear/blas.hpp"
#include "samplers/linear/part_matrix.hpp"

namespace cggibbs {
namespace {

/// A host that wants three threads.
class BlasThreads : public testing::Test {
 protected:
  void SetUp() override { blas()->set_num_threads(3); }
  void TearDown() override { blas()->set_num_threads(before_); }
  int before_ = blas()->get_num_threads();
};

TEST_F(BlasThreads, AreOneWhileSomebodyNeedsItAndTheHostsAfterwards) {
  ASSERT_EQ(blas()->get_num_threads(), 3);
  std::optional<OneBlasThread> first(std::in_place), second(*first);
  EXPECT_EQ(blas()->get_num_threads(), 1);
  first.reset();
  EXPECT_EQ(blas()->get_num_threads(), 1);
  second.reset();
  EXPECT_EQ(blas()->get_num_threads(), 3);
}

TEST_F(BlasThreads, ThatTheHostAsksForMeanwhileAreKept) {
  {
    const OneBlasThread one;
    blas()->set_num_threads(2);
  }
  EXPECT_EQ(blas()->get_num_threads(), 2);
}

TEST_F(BlasThreads, AreOneInEachOfSeveralRunsAtOnce) {
  std::vector<int> wrong(4, 0);
  std::vector<std::thread> runs;
  for (int& count : wrong)
    runs.emplace_back([&count] {
      for (int k = 0; k < 200; ++k) {
        const OneBlasThread one;
        if (blas()->get_num_threads() != 1) ++count;
      }
    });
  for (auto& run : runs) run.join();
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
  EXPECT_EQ(blas()->get_num_threads(), 3);
}

TEST_F(BlasThreads, AreOneAsLongAsThereIsADesignToMultiply) {
  Rng rng(3, 0);
  const std::vector<GaussianPart> parts{{.parameter = {},
                                         .columns = Columns::from(test::dense(20, 5, rng)),
                                         .kind = {},
                                         .factor = 0,
                                         .fixed = true}};
  {
    const PartMatrix a(parts);
    EXPECT_EQ(blas()->get_num_threads(), 1);
  }
  EXPECT_EQ(blas()->get_num_threads(), 3);
}

}  // namespace
}  // namespace cggibbs
