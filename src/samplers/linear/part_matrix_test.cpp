// Products with the columns of a model do not depend on how many cores there are.
#include "samplers/linear/part_matrix.hpp"

#include <gtest/gtest.h>

#include "graph/test_models.hpp"

extern "C" int openblas_get_num_threads();

namespace cggibbs {
namespace {

// In a process of its own, as ctest runs it, nothing else has asked for one thread.
TEST(PartMatrix, ItsFirstProductIsMadeByOneThread) {
  if (openblas_get_num_threads() == 1) GTEST_SKIP() << "there is only one thread anyway";
  Rng rng(3, 0);
  const auto model = test::logistic(test::dense(20, 5, rng), test::coin_flips(20, rng));
  const LinearPredictor& found = model->structure().predictors().at(0);
  const PartMatrix a(found.parts);
  EXPECT_EQ(openblas_get_num_threads(), 1);
}

}  // namespace
}  // namespace cggibbs
