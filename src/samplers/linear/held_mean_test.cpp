// An intercept that holds the mean of the predictor while the coefficients of a horseshoe move.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/test_statistics.hpp"
#include "graph/start.hpp"
#include "graph/test_models.hpp"
#include "samplers/choose/factory.hpp"
#include "samplers/linear/exchange_move.hpp"
#include "samplers/linear/slab_moves.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t n = 6, d = 3;
constexpr double intercept_sd = 3;

/// Columns far from zero.
DenseMatrix far_columns(std::size_t rows, std::size_t columns, double far, Rng& rng) {
  DenseMatrix x = test::dense(rows, columns, rng);
  for (double& v : x.values) v += far;
  return x;
}

struct Draw {
  double tau, c2, a;
  std::vector<double> lambda, theta, y;
};

double half_cauchy(Rng& rng) {
  return std::tan(M_PI / 2 * rng.uniform());
}

/// Scales, coefficients and intercept from their prior, labels given these.
Draw draw(const DenseMatrix& x, Rng& rng) {
  Draw out{half_cauchy(rng), 2 / rng.gamma(2), intercept_sd * rng.normal(), {}, {}, {}};
  for (std::size_t j = 0; j < x.cols; ++j) {
    out.lambda.push_back(half_cauchy(rng));
    out.theta.push_back(rng.normal() / std::sqrt(1 / square(out.lambda[j] * out.tau) + 1 / out.c2));
  }
  for (std::size_t i = 0; i < x.rows; ++i) {
    double eta = out.a;
    for (std::size_t j = 0; j < x.cols; ++j) eta += x.col(j)[i] * out.theta[j];
    out.y.push_back(rng.uniform() < inv_logit(eta) ? 1 : 0);
  }
  return out;
}

std::shared_ptr<const Model> model_of(const DenseMatrix& x, const std::vector<double>& y) {
  ModelBuilder b;
  const Var tau = b.positive("tau"), c2 = b.positive("c2"), a = b.real("a");
  const Var lambda = b.positive("lambda", x.cols), theta = b.real("theta", x.cols);
  b.factor("half_cauchy", {tau, 1});
  b.factor("half_cauchy", {lambda, 1});
  b.factor("inverse_gamma", {c2, 2, 2});
  b.factor("normal", {a, 0, intercept_sd});
  b.factor("normal", {theta, 0, 1 / sqrt(1 / square(lambda * tau) + 1 / c2)});
  b.factor("bernoulli_logit", {y, a + linear(x, theta)});
  return b.build();
}

State state_of(const Model& model, const Draw& from) {
  State state = make_state(model);
  double* at = state.values.data();  // in the order of declaration
  *at++ = from.tau;
  *at++ = from.c2;
  *at++ = from.a;
  at = std::copy(from.lambda.begin(), from.lambda.end(), at);
  std::copy(from.theta.begin(), from.theta.end(), at);
  recompute(model, state);
  return state;
}

/// The largest distance of the laws before and after some updates, see test::ks_statistic, of parameters, of the predictor where
/// columns have their means, and of the log density.
template <class Update>
double invariance_statistic(std::size_t columns, int replicates, const Update& update) {
  Rng rng(70, 0);
  const DenseMatrix x = far_columns(n, columns, 4, rng);
  std::vector<std::vector<double>> before(2 * columns + 5), after(2 * columns + 5);
  for (int r = 0; r < replicates; ++r) {
    const Draw from = draw(x, rng);
    const auto model = model_of(x, from.y);
    State state = state_of(*model, from);
    const auto note = [&](std::vector<std::vector<double>>& into) {
      double middle = state.values[2];
      for (std::size_t j = 0; j < columns; ++j) middle += 4 * state.values[3 + columns + j];
      for (std::size_t k = 0; k < 3 + 2 * columns; ++k) into[k].push_back(state.values[k]);
      into[3 + 2 * columns].push_back(middle);
      into[4 + 2 * columns].push_back(state.log_density());
    };
    note(before);
    update(*model, state, rng);
    note(after);
  }
  double worst = 0;
  for (std::size_t k = 0; k < before.size(); ++k)
    worst = std::max(worst, test::ks_statistic(before[k], after[k]));
  return worst;
}

TEST(HeldMean, LeavesTheJointLawOfParametersAndDataInvariant) {
  for (const std::size_t columns : {d, 2 * n})  // fewer than rows, and more
    EXPECT_LT(invariance_statistic(columns, 4000,
                                   [](const Model& model, State& state, Rng& rng) {
                                     GibbsSettings settings;
                                     settings.sampler = "gaussian_block";
                                     const auto blocks = make_blocks(model, settings, 0);
                                     ASSERT_EQ(blocks.size(), 1u);
                                     for (int k = 0; k < 2; ++k) blocks[0]->update(state, rng, false);
                                   }),
              2.5)
        << columns;
}

/// Moves of the horseshoe alone; `prior` false takes the intercept for one without a prior.
double moves_statistic(bool prior) {
  return invariance_statistic(d, 10000, [&](const Model& model, State& state, Rng& rng) {
    LinearPredictor predictor = model.structure().predictors().at(0);
    std::vector<GaussianPart> horseshoe, intercept;
    for (const auto& p : predictor.parts) (p.horseshoe ? horseshoe : intercept).push_back(p);
    if (!prior) intercept[0].kind = MixtureKind::flat;
    const PartMatrix a(horseshoe);
    std::vector<NodeId> moved = horseshoe[0].horseshoe->nodes();
    moved.push_back(horseshoe[0].parameter);
    moved.push_back(intercept[0].parameter);
    BlockView view(model, moved);
    view.open(state);
    PlainRows rows(model, predictor.path);
    Work work;
    rows.load(view, work);
    rows.hold_mean(Counterweight{&intercept[0], 0, 1, view[intercept[0].parameter]});
    const std::vector<double> mean(d, 0.0);
    const HorseshoeScales& s = *horseshoe[0].horseshoe;
    const HorseshoePlace place{s,
                               a,
                               rows,
                               *view[s.tau],
                               view[s.lambda],
                               view[horseshoe[0].parameter],
                               mean.data(),
                               view[s.slab->c2]};
    ExchangeMove exchange;
    PartialRidge ridge;
    SlabMoves slab;
    for (int k = 0; k < 3; ++k) {
      exchange.move(place, rng, work);
      ridge.move(place, 0.3, rng, work);
      slab.move(place, 100, rng, work);
    }
    EXPECT_TRUE(view.commit());
    for (std::size_t i = 0; i < n; ++i)
      EXPECT_NEAR(rows.eta()[i], view[predictor.path.linear][i], 1e-9 * (1 + std::abs(rows.eta()[i])));
  });
}

TEST(HeldMean, EachMoveOfAHorseshoeKeepsThePriorOfTheIntercept) {
  EXPECT_LT(moves_statistic(true), 2.5);
  EXPECT_GT(moves_statistic(false), 2.5);
}

TEST(HeldMean, AnInterceptBesideColumnsFarFromZeroMoves) {
  Rng rng(71, 0);
  const std::size_t rows = 30, columns = 60;
  const DenseMatrix x = far_columns(rows, columns, 10, rng);
  const auto model = model_of(x, test::coin_flips(rows, rng));
  GibbsSettings settings;
  settings.sampler = "gaussian_block";
  const auto blocks = make_blocks(*model, settings, 200);
  State state = make_state(*model);
  draw_valid_start(*model, state, rng);
  for (int k = 0; k < 200; ++k) blocks[0]->update(state, rng, true);
  blocks[0]->freeze();
  std::vector<double> a;
  for (int k = 0; k < 1000; ++k) {
    blocks[0]->update(state, rng, false);
    a.push_back(state.values[2]);
  }
  // Its correlation from one update to the next: 0.03, and 0.95 where coefficients are held while it moves and it while they do.
  double mean = 0, square_sum = 0, product = 0;
  for (double v : a) mean += v / static_cast<double>(a.size());
  for (std::size_t k = 0; k + 1 < a.size(); ++k) {
    square_sum += square(a[k] - mean);
    product += (a[k] - mean) * (a[k + 1] - mean);
  }
  EXPECT_LT(product / square_sum, 0.5);
}

}  // namespace
}  // namespace cggibbs
