// Matrices that are no covariances are refused by name; products agree with plain algebra.
#include "theory/scaled_matrix.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cggibbs/error.hpp>
#include <cmath>

#include "base/test_error.hpp"
#include "theory/test_matrices.hpp"

namespace cggibbs {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

std::string refusal(const MatrixXd& m) {
  return test::error_of([&] { ScaledMatrix unused(m, "cov.csv"); });
}

TEST(ScaledMatrix, RefusesWhatIsNoCovariance) {
  using testing::HasSubstr;
  EXPECT_THAT(refusal(MatrixXd::Identity(2, 3)), HasSubstr("cov.csv is 2 x 3"));
  EXPECT_THAT(refusal(MatrixXd(0, 0)), HasSubstr("0 x 0"));
  MatrixXd m = MatrixXd::Identity(3, 3);
  m(0, 2) = 0.5;
  EXPECT_THAT(refusal(m), HasSubstr("not symmetric: entry (3, 1) is 0, but (1, 3) is 0.5"));
  m(2, 0) = NAN;
  EXPECT_THAT(refusal(m), HasSubstr("entry (3, 1) of cov.csv is NaN"));
  m(2, 0) = m(0, 2) = 1.5;
  EXPECT_THAT(refusal(m), HasSubstr("not positive definite"));
  m(2, 0) = m(0, 2) = 1 - 2e-16;
  EXPECT_THAT(refusal(m), HasSubstr("singular"));
  m(2, 2) = -1;
  EXPECT_THAT(refusal(m), HasSubstr("entry (3, 3) is -1"));
  for (const auto& [a, b] : {std::pair{1e308, 1e-308}, {1e-320, 1.0}}) {
    MatrixXd apart = MatrixXd::Zero(2, 2);
    apart.diagonal() << a, b;
    EXPECT_THAT(refusal(apart), HasSubstr("too far apart"));
  }
  EXPECT_EQ(refusal(MatrixXd::Constant(1, 1, 1e-200)), "(no error)");
  EXPECT_EQ(refusal(MatrixXd::Identity(1, 1)), "(no error)");
}

TEST(ScaledMatrix, ProductsAreThoseOfPlainAlgebra) {
  Rng rng(1, 0);
  const MatrixXd m = random_covariance(rng, 6, 9);
  const ScaledMatrix scaled(m);
  EXPECT_LT((scaled.precision() * m - MatrixXd::Identity(6, 6)).norm(), 1e-10);
  EXPECT_LT((scaled.scaled(scaled.log_sd()) - m).norm(), 1e-12);
  const VectorXd x = random_scales(rng, 6, 1).array().log(), v = random_scales(rng, 6, 1);
  const MatrixXd s = scaled.scaled(x);
  EXPECT_LT((scaled.times(x, v) - s * v).norm(), 1e-10);
  EXPECT_LT((s * scaled.inverse_times(x, v) - v).norm(), 1e-9);
  EXPECT_LT((scaled.solve(s) - scaled.correlations().inverse() * s).norm(), 1e-8);
}

}  // namespace
}  // namespace cggibbs
