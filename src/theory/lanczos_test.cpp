// Krylov pairs against whole decompositions.
#include "theory/lanczos.hpp"

#include <gtest/gtest.h>

#include "base/symmetric_eigen.hpp"
#include "theory/test_matrices.hpp"

namespace cggibbs {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(Lanczos, TheLargestPairIsThatOfAWholeDecomposition) {
  Rng rng(1, 0);
  const Index d = 120;
  const MatrixXd m = random_covariance(rng, d, 200);
  const auto pairs = largest_eigenpairs([&](const VectorXd& v) -> VectorXd { return m * v; },
                                        random_scales(rng, d, 1), {.accuracy = 1e-9});
  const SymmetricEigen all = symmetric_eigen(m);
  EXPECT_NEAR(pairs.values[0], all.values[d - 1], 1e-12 * pairs.values[0]);
  EXPECT_NEAR(std::abs(pairs.vectors.col(0).dot(all.vectors.col(d - 1))), 1, 1e-8);
  const Index m_kept = pairs.vectors.cols();
  EXPECT_LT((pairs.vectors.transpose() * pairs.vectors - MatrixXd::Identity(m_kept, m_kept)).norm(), 1e-12);
}

TEST(Lanczos, SpacesThatEndEarlyAreWhole) {
  const Index d = 50;
  const auto pairs =
      largest_eigenpairs([&](const VectorXd& v) -> VectorXd { return v + VectorXd::Constant(d, v.sum()); },
                         VectorXd::LinSpaced(d, 1, 2), {});
  ASSERT_LE(pairs.values.size(), 3);
  EXPECT_NEAR(pairs.values[0], 51, 1e-10);
  EXPECT_NEAR(pairs.values[1], 1, 1e-10);
}

}  // namespace
}  // namespace cggibbs
