// Correlation matrices: factor, Jacobian, gradient and prior against what the definitions give.
#include <gtest/gtest.h>

#include <cggibbs/model.hpp>
#include <cmath>
#include <utility>

#include "graph/block_density.hpp"
#include "graph/start.hpp"

namespace cggibbs {
namespace {

using Matrix2d = std::vector<std::vector<double>>;

/// log |det a| by elimination with pivots.
double log_determinant(Matrix2d a) {
  double total = 0;
  for (std::size_t c = 0; c < a.size(); ++c) {
    std::size_t pivot = c;
    for (std::size_t r = c; r < a.size(); ++r)
      if (std::abs(a[r][c]) > std::abs(a[pivot][c])) pivot = r;
    std::swap(a[c], a[pivot]);
    total += std::log(std::abs(a[c][c]));
    for (std::size_t r = c + 1; r < a.size(); ++r)
      for (std::size_t k = a.size(); k-- > c;) a[r][k] -= a[r][c] / a[c][c] * a[c][k];
  }
  return total;
}

struct Scene {
  std::shared_ptr<const Model> model;
  State state;
  std::size_t rows;

  std::size_t pairs() const { return rows * (rows - 1) / 2; }
  double* partial() { return state.values.data() + model->offset(model->parameters()[0]); }
  /// Correlations below the diagonal, then the factor.
  std::vector<double> outputs() {
    std::vector<double> x(model->n_outputs());
    recompute(*model, state);
    record(*model, state, x);
    return x;
  }
  Matrix2d matrix() {
    const auto x = outputs();
    Matrix2d r(rows, std::vector<double>(rows, 1.0));
    for (std::size_t i = 1, at = 0; i < rows; ++i)
      for (std::size_t j = 0; j < i; ++j) r[i][j] = r[j][i] = x[at++];
    return r;
  }
};

Scene scene(std::size_t rows, double eta, std::uint64_t seed) {
  ModelBuilder b;
  const Var factor = b.correlation("R", rows);
  if (!std::isnan(eta)) b.lkj(factor, eta);
  b.monitor("L", factor);
  Scene s{b.build(), {}, rows};
  s.state = make_state(*s.model);
  Rng rng(seed, 0);
  draw_valid_start(*s.model, s.state, rng);
  return s;
}

TEST(Correlation, IsTheProductOfItsFactorAndHasUnitDiagonal) {
  for (const std::size_t rows : {2, 3, 5}) {
    Scene s = scene(rows, nan, rows);
    const auto x = s.outputs();
    const auto factor = [&](std::size_t i, std::size_t j) { return x[s.pairs() + i * (i + 1) / 2 + j]; };
    const auto r = s.matrix();
    for (std::size_t i = 0; i < rows; ++i) {
      EXPECT_GT(factor(i, i), 0);
      for (std::size_t j = 0; j <= i; ++j) {
        double product = 0;
        for (std::size_t m = 0; m <= j; ++m) product += factor(i, m) * factor(j, m);
        EXPECT_NEAR(product, r[i][j], 1e-14);
      }
    }
  }
  EXPECT_EQ(scene(3, nan, 1).model->output_names()[2], "R[3,2]");
}

TEST(Correlation, HasTheJacobianOfFiniteDifferences) {
  for (const std::size_t rows : {2, 3, 4, 5})
    for (const std::uint64_t seed : {1, 2, 3}) {
      Scene s = scene(rows, nan, seed);
      const double said = s.state.log_density();
      Matrix2d slopes(s.pairs(), std::vector<double>(s.pairs()));
      const double h = 1e-6;
      for (std::size_t c = 0; c < s.pairs(); ++c) {
        s.partial()[c] += h;
        const auto up = s.outputs();
        s.partial()[c] -= 2 * h;
        const auto down = s.outputs();
        s.partial()[c] += h;
        for (std::size_t r = 0; r < s.pairs(); ++r) slopes[r][c] = (up[r] - down[r]) / (2 * h);
      }
      EXPECT_NEAR(said, log_determinant(slopes), 1e-6) << rows;
    }
}

TEST(Correlation, HasTheGradientOfFiniteDifferencesInUnconstrainedSpace) {
  Scene s = scene(4, 2.5, 7);
  BlockDensity density(*s.model, s.model->parameters());
  std::vector<double> u(density.dimension()), gradient(u.size()), ignored(u.size());
  density.read(s.state, u.data());
  Work work;
  density.log_conditional(u.data(), gradient.data(), work);
  const double h = 1e-5;
  for (std::size_t k = 0; k < u.size(); ++k) {
    const double at = u[k];
    u[k] = at + h;
    const double up = density.log_conditional(u.data(), ignored.data(), work);
    u[k] = at - h;
    const double down = density.log_conditional(u.data(), ignored.data(), work);
    u[k] = at;
    EXPECT_NEAR(gradient[k], (up - down) / (2 * h), 1e-8) << k;
  }
}

TEST(Lkj, IsTheDeterminantToAPower) {
  for (const double eta : {0.5, 1.0, 3.0}) {
    Scene one = scene(4, eta, 1), two = scene(4, eta, 2), flat_one = scene(4, nan, 1),
          flat_two = scene(4, nan, 2);
    const double said = one.state.log_density() - flat_one.state.log_density() - two.state.log_density() +
                        flat_two.state.log_density();
    EXPECT_NEAR(said, (eta - 1) * (log_determinant(one.matrix()) - log_determinant(two.matrix())), 1e-12);
  }
}

TEST(Lkj, IntegratesToOne) {
  // Over all of (-1, 1)^3: the partial correlations of three rows, by the midpoint rule.
  for (const double eta : {1.0, 2.0, 3.5}) {
    Scene s = scene(3, eta, 1);
    const int cells = 40;
    double total = 0;
    for (int a = 0; a < cells; ++a)
      for (int b = 0; b < cells; ++b)
        for (int c = 0; c < cells; ++c) {
          const int at[3] = {a, b, c};
          for (std::size_t k = 0; k < 3; ++k) s.partial()[k] = (2.0 * at[k] + 1) / cells - 1;
          recompute(*s.model, s.state);
          total += std::exp(s.state.log_density()) * std::pow(2.0 / cells, 3);
        }
    EXPECT_NEAR(total, 1, 0.005) << eta;
  }
}

TEST(LkjCorrelation, HasTheDensityOfBothTogether) {
  for (const std::size_t rows : {2, 3, 5})
    for (const double eta : {0.6, 1.0, 2.5}) {
      ModelBuilder b;
      b.monitor("L", b.lkj_correlation("R", rows, eta));
      Scene direct{b.build(), {}, rows}, apart = scene(rows, eta, 4);
      direct.state = make_state(*direct.model);
      for (std::size_t c = 0; c < apart.pairs(); ++c) direct.partial()[c] = 0.5 * (1 + apart.partial()[c]);
      const auto x = direct.outputs(), y = apart.outputs();
      for (std::size_t o = 0; o < x.size(); ++o) EXPECT_NEAR(x[o], y[o], 1e-14);
      // Its parameter has half the length of the other's.
      const double volume = static_cast<double>(apart.pairs()) * std::log(2.0);
      EXPECT_NEAR(direct.state.log_density(), apart.state.log_density() + volume, 1e-12)
          << rows << " " << eta;
    }
}

TEST(LkjCorrelation, TakesNamesOfItsCorrelations) {
  ModelBuilder b;
  b.lkj_correlation("R", 3, 1, {"ab", "ac", "bc"});
  b.lkj_correlation("S", 2, 1);
  EXPECT_EQ(b.build()->output_names(), (std::vector<std::string>{"ab", "ac", "bc", "S[2,1]"}));
}

TEST(Correlation, RefusesWhatIsNoMatrix) {
  ModelBuilder b;
  EXPECT_THROW(b.correlation("R", 1), Error);
  EXPECT_THROW(b.lkj(b.real("x", 4), 1), Error);
  EXPECT_THROW(b.lkj(b.correlation("S", 2), 0), Error);
  EXPECT_THROW(b.lkj_correlation("T", 1, 1), Error);
  EXPECT_THROW(b.lkj_correlation("T", 2, -1), Error);
}

}  // namespace
}  // namespace cggibbs
