// The slowest direction of a few coefficients is found, however many there are.
#include "samplers/linear/slow_directions.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>

#include "base/symmetric_eigen.hpp"
#include "graph/test_models.hpp"

namespace cggibbs {
namespace {

/// The first column and others that come ever nearer to it: one quick direction, d - 1 slow ones of different speed.
DenseMatrix crowded(std::size_t n, std::size_t d, Rng& rng) {
  DenseMatrix x = test::dense(n, d, rng);
  for (std::size_t j = 1; j < d; ++j)
    for (std::size_t i = 0; i < n; ++i) x.col(j)[i] = x.col(0)[i] + x.col(j)[i] / static_cast<double>(j + 1);
  return x;
}

// Five to seven coefficients once had a random subspace of four dimensions searched, and of others up to three were missing.
TEST(SlowDirections, TheSlowestIsTheLowestEigenvectorForAnyNumberOfCoefficients) {
  for (const std::size_t d : {2, 3, 4, 5, 6, 7, 8, 11, 19, 50}) {
    Rng rng(d, 0);
    const auto model = test::logistic(crowded(100, d, rng), test::coin_flips(100, rng));
    const LinearPredictor& found = model->structure().predictors().at(0);
    const PartMatrix a(found.parts);
    SlowDirections slow;
    slow.build(a, std::vector<double>(a.rows(), 1.0), std::vector<double>(a.cols(), 0.0), 1);
    ASSERT_EQ(slow.count(), 1u) << d;

    Work2D dense;
    a.densify(nullptr, dense);
    const Eigen::Map<const Eigen::MatrixXd> x(dense.col(0), static_cast<Eigen::Index>(a.rows()),
                                              static_cast<Eigen::Index>(a.cols()));
    const Eigen::MatrixXd gram = x.transpose() * x;
    const Eigen::VectorXd root = gram.diagonal().cwiseSqrt();
    const Eigen::MatrixXd s = root.cwiseInverse().asDiagonal() * gram * root.cwiseInverse().asDiagonal();
    const double lowest = symmetric_eigenvalues(s)[0];
    const Eigen::VectorXd u = root.cwiseProduct(
        Eigen::Map<const Eigen::VectorXd>(slow.direction(0), static_cast<Eigen::Index>(a.cols())));
    EXPECT_NEAR(u.dot(s * u) / u.squaredNorm(), lowest, 1e-6 * lowest) << d << " coefficients";
  }
}

}  // namespace
}  // namespace cggibbs
