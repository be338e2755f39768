// The arrow's factor against dense matrices.
#include "samplers/latent/arrow.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "graph/test_models.hpp"

namespace cggibbs {
namespace {

using Dense = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

IndexMatrix by_level(std::size_t n, std::size_t levels, bool slope, Rng& rng) {
  IndexMatrix m{n, levels, {}, {}};
  for (std::size_t i = 0; i < n; ++i) {
    m.index.push_back(static_cast<std::uint32_t>(i < levels ? i : rng.below(levels)));
    if (slope) m.scale.push_back(i % 5 == 0 ? 0.0 : rng.normal());
  }
  return m;
}

struct Shape {
  std::string name;
  std::size_t dense;                                   ///< dense columns
  std::vector<std::pair<std::size_t, int>> groupings;  ///< levels, and slopes besides the intercept
};

std::vector<GaussianPart> parts_of(const Shape& s, std::size_t n, Rng& rng) {
  std::vector<GaussianPart> parts;
  const auto add = [&](ColumnsPtr c) { parts.push_back({0, std::move(c), MixtureKind::flat, 0, true}); };
  if (s.dense > 0) add(Columns::from(test::dense(n, s.dense, rng)));
  for (const auto& [levels, slopes] : s.groupings) {
    IndexMatrix m = by_level(n, levels, false, rng);
    add(Columns::from(m));
    for (int k = 0; k < slopes; ++k) {
      m.scale.clear();
      for (std::size_t i = 0; i < n; ++i) m.scale.push_back(i % 5 == 0 ? 0.0 : rng.normal());
      add(Columns::from(m));
    }
  }
  return parts;
}

Dense dense_of(const std::vector<GaussianPart>& parts, std::size_t n) {
  std::size_t d = 0;
  for (const auto& p : parts) d += p.size();
  Dense a = Dense::Zero(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(d));
  Eigen::Index at = 0;
  for (const auto& p : parts)
    for (std::size_t j = 0; j < p.size(); ++j, ++at) {
      const ColumnView c = p.columns->col(j);
      for (std::size_t t = 0; t < c.count; ++t) a(static_cast<Eigen::Index>(c.row(t)), at) += c.value(t);
    }
  return a;
}

TEST(Arrow, IsTheCholeskyFactorOfTheWholeMatrix) {
  const Shape shapes[] = {{"dense", 4, {}},
                          {"one_group", 0, {{7, 0}}},
                          {"intercept", 1, {{9, 0}}},
                          {"slopes", 3, {{8, 2}}},
                          {"crossed", 2, {{5, 0}, {11, 1}}},
                          {"same_levels", 1, {{6, 0}, {6, 0}}},
                          {"three", 1, {{4, 1}, {4, 0}, {16, 0}}}};
  for (const auto& shape : shapes) {
    SCOPED_TRACE(shape.name);
    Rng rng(3, 1);
    const std::size_t n = 60;
    const auto parts = parts_of(shape, n, rng);
    Arrow arrow(parts);
    const Dense a = dense_of(parts, n);
    const auto d = static_cast<std::size_t>(a.cols());
    Vector w(60), prior(a.cols());
    for (double& x : w) x = rng.uniform();
    for (double& x : prior) x = 0.1 + rng.uniform();
    arrow.weigh(w.data());
    for (const double scale : {1.0, 2.5}) {
      ASSERT_TRUE(arrow.factor(scale, prior.data(), {}));
      Dense p = scale * a.transpose() * w.asDiagonal() * a;
      p += prior.asDiagonal();
      EXPECT_NEAR(2 * arrow.log_diagonal(), std::log(p.determinant()), 1e-9);
      Vector x(a.cols());
      for (double& v : x) v = rng.normal();
      Vector y = x;
      arrow.multiply_transposed(y.data());
      EXPECT_NEAR(y.squaredNorm(), x.dot(p * x), 1e-9 * y.squaredNorm());
      arrow.solve_transposed(y.data());
      EXPECT_LT((y - x).norm(), 1e-10 * x.norm());
      y = x;
      arrow.solve(y.data());
      arrow.solve_transposed(y.data());
      EXPECT_LT((p * y - x).norm(), 1e-10 * x.norm());
    }
    // Work as promised: levels do not meet.
    EXPECT_LE(arrow.factor_products(), d * d * d);
  }
}

// Enough of them for products by BLAS, of several pieces of the rows.
TEST(Arrow, WeighsManyDenseColumnsBesideOthers) {
  Rng rng(7, 1);
  const std::size_t n = 1300;
  auto parts = parts_of({"", 70, {{5, 0}, {20, 1}}}, n, rng);
  parts.push_back({0, Columns::broadcast(n), MixtureKind::flat, 0, true});
  Arrow arrow(parts);
  ASSERT_EQ(arrow.border(), 70u + 5u + 1u);
  const Dense a = dense_of(parts, n);
  Vector w(static_cast<Eigen::Index>(n)), x(a.cols());
  for (double& v : w) v = rng.uniform() - 0.1;
  arrow.weigh(w.data());
  for (int draw = 0; draw < 5; ++draw) {
    for (double& v : x) v = rng.normal();
    const double expected = (a * x).cwiseAbs2().dot(w);
    EXPECT_NEAR(arrow.quadratic(x.data()), expected, 1e-10 * std::abs(expected));
  }
}

TEST(Arrow, EliminatesTheLargestGroupAndLeavesTheRestAsABorder) {
  Rng rng(4, 1);
  const auto parts = parts_of({"", 2, {{5, 0}, {20, 1}}}, 100, rng);
  const Arrow arrow(parts);
  EXPECT_EQ(arrow.groups(), 20u);
  EXPECT_EQ(arrow.border(), 2u + 5u);
}

TEST(Arrow, RefusesWhatIsNotPositiveDefinite) {
  Rng rng(5, 1);
  const auto parts = parts_of({"", 1, {{5, 0}}}, 20, rng);
  Arrow arrow(parts);
  const std::vector<double> none(20, 0.0), prior(arrow.size(), 0.0);
  arrow.weigh(none.data());
  EXPECT_FALSE(arrow.factor(1, prior.data(), {}));
}

// 10^5 levels take work in proportion.
TEST(Arrow, CostsOnePassOverGroups) {
  Rng rng(6, 1);
  const auto small = parts_of({"", 3, {{1000, 0}}}, 3000, rng);
  const auto large = parts_of({"", 3, {{10000, 0}}}, 30000, rng);
  EXPECT_LT(Arrow(large).factor_products(), 11 * Arrow(small).factor_products());
}

}  // namespace
}  // namespace cggibbs
