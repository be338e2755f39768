// Gaussian blocks with flat coefficients and with columns far from zero, against exact posteriors.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/eigen.hpp>
#include <cmath>

#include "graph/start.hpp"
#include "graph/test_models.hpp"
#include "samplers/linear/gaussian_factory.hpp"
#include "samplers/linear/improper.hpp"

namespace cggibbs {
namespace {

/// Fifty digits: columns far from zero take a dozen and a half, squared twice that.
using Number = boost::multiprecision::cpp_bin_float_50;
using Exact = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic>;

/// y ~ normal(a + X b, sigma) with known sigma; the intercept flat or not, some slopes flat, the others normal(m, s).
struct Problem {
  std::string name;
  std::size_t n, d, flat;
  bool flat_intercept;
  double far = 0;     ///< what is added to the first column
  double wide = 1.5;  ///< prior sd of slopes
  double level = 50000;
  bool sparse = false;
};

constexpr double sigma = 100, prior_mean = 20, intercept_sd = 1e5;

struct Case {
  std::shared_ptr<const Model> model;
  DenseMatrix x;
  std::vector<double> y;
};

Case make(const Problem& p) {
  Rng rng(17, p.n + p.d);
  Case c{nullptr, test::dense(p.n, p.d, rng), {}};
  for (double& v : c.x.values) v += 3;
  if (p.sparse)
    for (std::size_t i = 0; i < c.x.values.size(); ++i)
      if (i % 3 != 0 && i >= p.flat * p.n) c.x.values[i] = 0;
  for (std::size_t i = 0; i < p.n; ++i) {
    c.y.push_back(p.level + sigma * rng.normal());
    for (std::size_t j = 0; j < p.d; ++j) c.y.back() += prior_mean * (c.x.col(j)[i] - 3);
  }
  for (std::size_t i = 0; i < p.n && p.d > 0; ++i) c.x.col(0)[i] += p.far;
  ModelBuilder b;
  const Var a = b.real("a");
  if (!p.flat_intercept) b.factor("normal", {a, 0, intercept_sd});
  Var eta = a + std::vector<double>(p.n, 0.0);
  const auto columns = [&](std::size_t first, std::size_t count) {
    return DenseMatrix{p.n,
                       count,
                       {c.x.values.begin() + static_cast<std::ptrdiff_t>(first * p.n),
                        c.x.values.begin() + static_cast<std::ptrdiff_t>((first + count) * p.n)}};
  };
  if (p.flat > 0) eta = eta + linear(columns(0, p.flat), b.real("f", p.flat));
  if (p.d > p.flat) {
    const Var beta = b.real("b", p.d - p.flat);
    b.factor("normal", {beta, prior_mean, p.wide});
    const DenseMatrix x = columns(p.flat, p.d - p.flat);
    eta = eta + (p.sparse ? linear(test::sparse(x), beta) : linear(x, beta));
  }
  b.factor("normal", {c.y, eta, sigma});
  c.model = b.build();
  return c;
}

/// Posterior mean and covariance of (a, slopes) in many digits.
std::pair<Exact, Exact> exact(const Problem& p, const Case& c) {
  const auto n = static_cast<Eigen::Index>(p.n);
  const auto d = static_cast<Eigen::Index>(p.d + 1);
  Exact x(n, d), y(n, 1), precision = Exact::Zero(d, d), pull = Exact::Zero(d, 1);
  for (Eigen::Index i = 0; i < n; ++i) {
    x(i, 0) = 1;
    y(i, 0) = c.y[static_cast<std::size_t>(i)];
    for (Eigen::Index j = 1; j < d; ++j)
      x(i, j) = c.x.col(static_cast<std::size_t>(j - 1))[static_cast<std::size_t>(i)];
  }
  if (!p.flat_intercept) precision(0, 0) = 1 / (Number(intercept_sd) * intercept_sd);
  for (Eigen::Index j = 1 + static_cast<Eigen::Index>(p.flat); j < d; ++j) {
    precision(j, j) = 1 / (Number(p.wide) * p.wide);
    pull(j, 0) = prior_mean * precision(j, j);
  }
  precision += x.transpose() * x / (Number(sigma) * sigma);
  pull += x.transpose() * y / (Number(sigma) * sigma);
  const Exact covariance = precision.ldlt().solve(Exact::Identity(d, d));
  return {covariance * pull, covariance};
}

class FlatBlock : public testing::TestWithParam<Problem> {};

/// Beside a column far from zero the intercept is the slope times that, and no more.
TEST_P(FlatBlock, HasTheExactPosterior) {
  const Problem& p = GetParam();
  const Case c = make(p);
  const auto [mean, covariance] = exact(p, c);
  auto blocks = make_gaussian_blocks(*c.model);
  ASSERT_EQ(blocks.size(), 1u);
  Rng rng(5, 1);
  State state = make_state(*c.model);
  draw_valid_start(*c.model, state, rng);
  for (int s = 0; s < 300; ++s) blocks[0]->update(state, rng, true);
  blocks[0]->freeze();
  const auto d = static_cast<Eigen::Index>(p.d + 1);
  const bool far = p.far != 0;
  const int draws = 4000;
  std::vector<double> sum(p.d + 1, 0.0), squares(p.d + 1, 0.0);
  std::vector<double> last(p.d + 1, 0.0);
  std::vector<double> products(p.d + 1, 0.0);
  for (int s = 0; s < draws; ++s) {
    blocks[0]->update(state, rng, false);
    for (Eigen::Index j = 0; j < d; ++j) {
      const auto k = static_cast<std::size_t>(j);
      const double z = (state.values[k] - static_cast<double>(mean(j, 0))) /
                       std::sqrt(static_cast<double>(covariance(j, j)));
      sum[k] += z;
      squares[k] += z * z;
      products[k] += z * last[k];
      last[k] = z;
    }
  }
  for (std::size_t k = far ? 1 : 0; k <= p.d; ++k) {
    // Draws are all but independent: the lag-1 correlation inflates errors.
    const double correlation = products[k] / draws;
    EXPECT_LT(std::abs(correlation), 0.5) << k;
    const double inflate = std::sqrt((1 + std::abs(correlation)) / (1 - std::abs(correlation)));
    EXPECT_NEAR(sum[k] / draws, 0, 4.5 * inflate / std::sqrt(draws)) << k;
    EXPECT_NEAR(squares[k] / draws, 1, 4.5 * inflate * std::sqrt(2.0 / draws)) << k;
  }
  EXPECT_LT(blocks[0]->drift(), 1e-5);
}

std::string name_of(const testing::TestParamInfo<Problem>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, FlatBlock,
    testing::Values(Problem{"tall_flat_intercept", 40, 5, 0, true},
                    Problem{"tall_flat_slopes", 40, 6, 2, true}, Problem{"all_flat", 40, 3, 3, true},
                    Problem{"all_but_the_intercept", 40, 3, 3, false},
                    Problem{"square_flat_intercept", 20, 20, 0, true},
                    Problem{"wide_flat_intercept", 20, 60, 0, true},
                    Problem{"wide_flat_intercept_and_slope", 20, 60, 1, true},
                    Problem{"wide_sparse_flat_intercept_and_slope", 30, 60, 1, true, 0, 1.5, 50000, true},
                    Problem{"wide_flat_slope_alone", 20, 60, 1, false, 0, 1.5, 100},
                    Problem{"tall_far", 60, 3, 0, false, 1e9}, Problem{"tall_far_flat", 60, 3, 3, true, 1e9},
                    Problem{"tall_far_flat_intercept", 60, 3, 0, true, 1e9},
                    Problem{"wide_far_flat_intercept", 20, 40, 0, true, 1e8},
                    Problem{"tall_very_wide_prior", 60, 3, 0, true, 0, 1e7}),
    name_of);

TEST(FlatColumns, RefusesColumnsThatDependOnEachOther) {
  ModelBuilder b;
  const Var a = b.real("a"), f = b.real("f", 2);
  b.factor("normal", {std::vector<double>{1, 2, 3, 4},
                      a + linear(DenseMatrix{4, 2, {1, 0, 1, 0, 0, 1, 0, 1}}, f), 1.0});
  const auto model = b.build();
  auto blocks = make_gaussian_blocks(*model);
  ASSERT_EQ(blocks.size(), 1u);
  State state = make_state(*model);
  Rng rng(1, 1);
  draw_valid_start(*model, state, rng);
  try {
    blocks[0]->update(state, rng, true);
    FAIL() << "no error";
  } catch (const ImproperPosterior& e) {
    EXPECT_NE(std::string(e.what()).find("'f[2]'"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace cggibbs
