// The rotation makes the curvature at the estimate the identity, for every family.
#include "models/rotation.hpp"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <cmath>

#include "base/rng.hpp"
#include "base/symmetric_eigen.hpp"
#include "models/simulate.hpp"

namespace cggibbs {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Problem {
  DenseMatrix x;  ///< with the intercept
  Response response;
};

Problem problem(Family family, std::size_t n = 300) {
  const auto s =
      simulate({.family = family, .rows = n, .cols = 3, .correlation = 0.9, .effect = 0.5, .seed = 11});
  Problem p{{n, 4, std::vector<double>(n, 1.0)}, {s.y, s.trials, {}}};
  const auto& x = std::get<DenseMatrix>(s.x);
  p.x.values.insert(p.x.values.end(), x.values.begin(), x.values.end());
  return p;
}

TEST(Rotation, TurnsTheCurvatureAtTheEstimateIntoTheIdentity) {
  for (Family family :
       {Family::gaussian, Family::bernoulli, Family::binomial, Family::poisson, Family::gamma}) {
    const Problem p = problem(family);
    const Link link = link_or_default(family, {});
    const std::vector<double> precision{0.1, 0.5, 0, 2};
    const Rotation r = find_rotation(p.x, p.response, {}, family, link, {0, 0, 0, 0}, precision);
    const auto n = static_cast<Eigen::Index>(p.x.rows);
    const Eigen::Map<const MatrixXd> x(p.x.values.data(), n, 4);
    const Eigen::Map<const MatrixXd> rotation(r.matrix.values.data(), 4, 4);
    const VectorXd eta = x * Eigen::Map<const VectorXd>(r.estimate.data(), 4);
    VectorXd w(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const double slope = inverse_link_slope(link, eta[i]);
      const double trials = p.response.trials.empty() ? 1 : p.response.trials[static_cast<std::size_t>(i)];
      w[i] = trials * slope * slope / family_row(family).variance(inverse_link(link, eta[i])) / r.dispersion;
    }
    MatrixXd curvature = x.transpose() * w.asDiagonal() * x;
    curvature.diagonal() += Eigen::Map<const VectorXd>(precision.data(), 4);
    const MatrixXd round = rotation.transpose() * curvature * rotation;
    // The iteration stops at a relative change of 1e-9, and the estimate enters the weights; a hair of ridge remains.
    EXPECT_LT((round - MatrixXd::Identity(4, 4)).cwiseAbs().maxCoeff(), 1e-6) << name(family);
  }
}

TEST(Rotation, StartIsTheEstimateInRotatedCoordinates) {
  const Problem p = problem(Family::poisson);
  const Rotation r = find_rotation(p.x, p.response, {}, Family::poisson, Link::log,
                                   std::vector<double>(4, 0.0), std::vector<double>(4, 0.01));
  const Eigen::Map<const MatrixXd> rotation(r.matrix.values.data(), 4, 4);
  const VectorXd back = rotation * Eigen::Map<const VectorXd>(r.start.data(), 4);
  for (Eigen::Index k = 0; k < 4; ++k) EXPECT_NEAR(back[k], r.estimate[static_cast<std::size_t>(k)], 1e-9);
  for (Eigen::Index j = 0; j < 4; ++j)
    for (Eigen::Index i = j + 1; i < 4; ++i) EXPECT_EQ(rotation(i, j), 0) << "upper triangular";
}

TEST(Rotation, IsRoundAtTheNoiseOfThePriorWhereTheFitGoesThroughAllRows) {
  constexpr Eigen::Index n = 6, d = 9;
  Rng rng(3, 0);
  DenseMatrix x{n, d, std::vector<double>(n * d)};
  for (double& v : x.values) v = rng.normal();
  std::vector<double> y(n);
  for (double& v : y) v = 100 * rng.normal();
  const std::vector<double> zero(d, 0.0), weak(d, 1e-4);
  const Rotation r =
      find_rotation(x, {y, {}, {}}, {}, Family::gaussian, Link::identity, zero, weak, {0.5, 1});
  EXPECT_EQ(r.dispersion, 0.5);
  const Eigen::Map<const MatrixXd> columns(x.values.data(), n, d);
  const Eigen::Map<const MatrixXd> rotation(r.matrix.values.data(), d, d);
  const MatrixXd precision = columns.transpose() * columns / 0.7 + 1e-4 * MatrixXd::Identity(d, d);
  const MatrixXd rotated = rotation.transpose() * precision * rotation;
  const VectorXd eigen = symmetric_eigenvalues(rotated);
  EXPECT_LT(eigen.maxCoeff() / eigen.minCoeff(), 2);
}

TEST(Rotation, EstimateIsLeastSquaresForAFlatGaussian) {
  const Problem p = problem(Family::gaussian);
  const Rotation r = find_rotation(p.x, p.response, {}, Family::gaussian, Link::identity,
                                   std::vector<double>(4, 0.0), std::vector<double>(4, 0.0));
  const auto n = static_cast<Eigen::Index>(p.x.rows);
  const Eigen::Map<const MatrixXd> x(p.x.values.data(), n, 4);
  const Eigen::Map<const VectorXd> y(p.response.y.data(), n);
  const VectorXd b = x.colPivHouseholderQr().solve(y);
  for (Eigen::Index k = 0; k < 4; ++k) EXPECT_NEAR(r.estimate[static_cast<std::size_t>(k)], b[k], 1e-6);
  EXPECT_NEAR(r.dispersion, (y - x * b).squaredNorm() / static_cast<double>(n - 4), 1e-6);
}

TEST(Rotation, OffsetsAreTakenOut) {
  const Problem p = problem(Family::poisson);
  const std::vector<double> zero(4, 0.0), weak(4, 1e-6);
  const auto without = find_rotation(p.x, p.response, {}, Family::poisson, Link::log, zero, weak);
  const std::vector<double> offset(p.x.rows, 0.7);
  const auto with = find_rotation(p.x, p.response, offset, Family::poisson, Link::log, zero, weak);
  EXPECT_NEAR(with.estimate[0], without.estimate[0] - 0.7, 1e-5);
  EXPECT_NEAR(with.estimate[1], without.estimate[1], 1e-5);
}

TEST(Rotation, NoticesSeparation) {
  DenseMatrix x{12, 2, std::vector<double>(12, 1.0)};
  Response r;
  for (int i = 0; i < 12; ++i) {
    x.values.push_back(i);
    r.y.push_back(i > 5 ? 1 : 0);
  }
  EXPECT_TRUE(find_rotation(x, r, {}, Family::bernoulli, Link::logit, {0, 0}, {0, 0}).separated);
  EXPECT_FALSE(find_rotation(x, r, {}, Family::bernoulli, Link::logit, {0, 0}, {0.1, 1}).separated);
  r.y[2] = 1;
  r.y[9] = 0;
  EXPECT_FALSE(find_rotation(x, r, {}, Family::bernoulli, Link::logit, {0, 0}, {0, 0}).separated);
}

TEST(Rotation, CollinearColumnsStillGiveFiniteCoordinates) {
  DenseMatrix x{4, 2, {1, 1, 1, 1, 2, 2, 2, 2}};
  const Rotation r =
      find_rotation(x, {{1, 2, 3, 4}, {}, {}}, {}, Family::gaussian, Link::identity, {0, 0}, {0, 0});
  for (double v : r.matrix.values) EXPECT_TRUE(std::isfinite(v));
}

}  // namespace
}  // namespace cggibbs
