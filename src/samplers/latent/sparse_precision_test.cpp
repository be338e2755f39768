// Precisions of series against dense matrices.
#include "samplers/latent/sparse_precision.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "graph/start.hpp"
#include "graph/test_models.hpp"

namespace cggibbs {
namespace {

using Dense = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using Index = std::vector<std::uint32_t>;

Index range(std::uint32_t first, std::uint32_t last) {
  Index out;
  for (; first < last; ++first) out.push_back(first);
  return out;
}

/// An autoregression with a coefficient per step, an intercept, covariates and crossed effects.
std::shared_ptr<const Model> series_among_others(std::uint32_t n, Rng& rng) {
  ModelBuilder b;
  const Var rho = b.bounded("rho", 1, -1, 1), s = b.positive("s"), a = b.real("a"), beta = b.real("beta", 2),
            u = b.real("u", 4), x = b.real("x", n), step = b.positive("step", n - 1);
  b.factor("normal", {a, 0, 1});
  b.factor("normal", {beta, 0, 1});
  b.factor("normal", {u, 0, 1});
  b.factor("normal", {gather(x, {0}), 0, 2});
  b.factor("normal", {gather(x, range(1, n)), rho * (step * (gather(x, range(0, n - 1)) - 0.3)), s * step});
  b.factor("bernoulli_logit", {test::coin_flips(n, rng), a + linear(test::dense(n, 2, rng), beta) +
                                                             gather(u, test::groups(n, 4, rng)) + x});
  return b.build();
}

LinearPredictor tied_predictor(const Model& model) {
  for (const auto& p : model.structure().with_series())
    for (const auto& part : p.parts)
      if (!part.ties.empty()) return p;
  ADD_FAILURE() << "no series";
  return {};
}

/// The log density of the ties at these values.
double tied_density(const State& state, const LinearPredictor& predictor) {
  double total = 0;
  for (const auto& part : predictor.parts)
    for (const auto& t : part.ties) total += state.factor_sum[t.factor].value();
  return total;
}

TEST(TiedRows, HaveTheDensityOfTheirFactorsAndItsSlope) {
  Rng rng(7, 0);
  const auto model = series_among_others(12, rng);
  State state = make_state(*model);
  draw_valid_start(*model, state, rng);
  const LinearPredictor predictor = tied_predictor(*model);
  TiedRows ties(*model, predictor.parts);
  ties.read(state.values.data());
  const std::size_t d = predictor.size();
  std::vector<double> step(d, 0.0), slope(d, 0.0);
  const auto density = [&] { return ties.log_precision() - 0.5 * ties.squares(step.data()); };
  const double here = density(), there = tied_density(state, predictor);
  ties.add_slope(slope.data());
  double along = 0;
  std::size_t at = 0;
  for (const auto& part : predictor.parts) {
    double* x = state.values.data() + model->offset(part.parameter);
    for (std::size_t j = 0; j < part.size(); ++j, ++at) {
      step[at] = 1e-3 * rng.normal();
      x[j] += step[at];
      along += slope[at] * step[at];
    }
  }
  recompute(*model, state);
  const double change = tied_density(state, predictor) - there;
  EXPECT_NEAR(density() - here, change, 1e-9);
  EXPECT_NEAR(along, change, 0.05 * std::abs(along));
}

TEST(SparsePrecision, IsTheCholeskyFactorOfTheWholeMatrix) {
  Rng rng(8, 0);
  const auto model = series_among_others(15, rng);
  State state = make_state(*model);
  draw_valid_start(*model, state, rng);
  const LinearPredictor predictor = tied_predictor(*model);
  ASSERT_EQ(predictor.size(), 1U + 2 + 4 + 15);
  TiedRows ties(*model, predictor.parts);
  ties.read(state.values.data());
  SparsePrecision precision(predictor.parts, ties);
  const auto d = static_cast<Eigen::Index>(predictor.size());
  Dense a = Dense::Zero(15, d), g = Dense::Zero(static_cast<Eigen::Index>(ties.rows()), d);
  Vector v(static_cast<Eigen::Index>(ties.rows())), w(15), prior(d);
  Eigen::Index at = 0;
  for (const auto& p : predictor.parts)
    for (std::size_t j = 0; j < p.size(); ++j, ++at) {
      const ColumnView c = p.columns->col(j);
      for (std::size_t t = 0; t < c.count; ++t) a(static_cast<Eigen::Index>(c.row(t)), at) += c.value(t);
    }
  for (std::size_t i = 0; i < ties.rows(); ++i) {
    v[static_cast<Eigen::Index>(i)] = ties.weight(i);
    for (std::size_t e = ties.start(i); e < ties.start(i + 1); ++e)
      g(static_cast<Eigen::Index>(i), ties.column(e)) += ties.entry(e);
  }
  for (double& x : w) x = rng.uniform();
  for (double& x : prior) x = 0.1 + rng.uniform();
  precision.weigh(w.data());
  for (const double scale : {1.0, 2.5}) {
    ASSERT_TRUE(precision.factor(scale, prior.data(), {}));
    EXPECT_FALSE(precision.lost_digits());
    Dense p = scale * a.transpose() * w.asDiagonal() * a + g.transpose() * v.asDiagonal() * g;
    p += prior.asDiagonal();
    EXPECT_NEAR(2 * precision.log_diagonal(), std::log(p.determinant()), 1e-9);
    Vector x(d);
    for (double& e : x) e = rng.normal();
    EXPECT_NEAR(precision.quadratic(x.data()), x.dot(a.transpose() * w.asDiagonal() * a * x), 1e-9);
    Vector y = x;
    precision.multiply_transposed(y.data());
    EXPECT_NEAR(y.squaredNorm(), x.dot(p * x), 1e-9 * y.squaredNorm());
    precision.solve_transposed(y.data());
    EXPECT_LT((y - x).norm(), 1e-10 * x.norm());
    y = x;
    precision.solve(y.data());
    precision.solve_transposed(y.data());
    EXPECT_LT((p * y - x).norm(), 1e-9 * x.norm());
  }
}

TEST(SparsePrecision, RefusesWhatIsNotPositiveDefinite) {
  ModelBuilder b;
  const Var x = b.real("x", 5);
  b.factor("normal", {gather(x, {1, 2, 3, 4}), gather(x, {0, 1, 2, 3}), 1});
  b.factor("poisson_log", {std::vector<double>(5, 1.0), x});
  const auto model = b.build();
  State state = make_state(*model);
  recompute(*model, state);
  const LinearPredictor predictor = tied_predictor(*model);
  TiedRows ties(*model, predictor.parts);
  ties.read(state.values.data());
  SparsePrecision precision(predictor.parts, ties);
  const std::vector<double> nothing(5, 0.0);
  precision.weigh(nothing.data());
  EXPECT_FALSE(precision.factor(1, nothing.data(), {}));  // a walk from nowhere
}

TEST(SparsePrecision, CostsOnePassOverASeries) {
  std::size_t factor[2] = {}, solve[2] = {};
  for (const std::uint32_t n : {200, 2000}) {
    Rng rng(9, 0);
    const auto model = series_among_others(n, rng);
    const LinearPredictor predictor = tied_predictor(*model);
    const TiedRows ties(*model, predictor.parts);
    const SparsePrecision precision(predictor.parts, ties);
    factor[n > 200] = precision.factor_products();
    solve[n > 200] = precision.solve_products();
  }
  EXPECT_LT(factor[1], 11 * factor[0]);
  EXPECT_LT(solve[1], 11 * solve[0]);
}

}  // namespace
}  // namespace cggibbs
