// Coefficients that trade places: exact invariance.
#include "samplers/linear/exchange_move.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/test_statistics.hpp"
#include "graph/test_models.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t n = 8, d = 4;
constexpr double tau = 0.8;

/// Scales and coefficients from their prior, labels given these, some moves. The largest distance of empirical distribution
/// functions before and after, times sqrt(replicates / 2), of scales, coefficients and the log likelihood.
double invariance_statistic(bool way_back) {
  constexpr int replicates = 20000;
  Rng rng(8, 0);
  const DenseMatrix x = test::dense(n, d, rng);
  const std::vector<double> mean{0.5, 0, -1, 2};
  constexpr std::size_t noted = 2 * d + 1;
  std::vector<std::vector<double>> before(noted), after(noted);
  const HorseshoeScales scales{0, 0, 1, 1, {}};
  for (int r = 0; r < replicates; ++r) {
    std::vector<double> lambda(d), theta(d), y(n);
    for (std::size_t j = 0; j < d; ++j) {
      lambda[j] = std::abs(std::tan(M_PI * (rng.uniform() - 0.5)));
      theta[j] = mean[j] + tau * lambda[j] * rng.normal();
    }
    for (std::size_t i = 0; i < n; ++i) {
      double eta = 0;
      for (std::size_t j = 0; j < d; ++j) eta += x.col(j)[i] * theta[j];
      y[i] = rng.uniform() < inv_logit(eta) ? 1 : 0;
    }
    ModelBuilder b;
    const Var beta = b.real("b", d);
    b.factor("normal", {beta, 0, 1});  // only the likelihood of this model is read
    b.factor("bernoulli_logit", {y, linear(x, beta)});
    const auto model = b.build();
    const LinearPredictor& predictor = model->structure().predictors().at(0);
    const PartMatrix a(predictor.parts);
    State state = make_state(*model);
    std::copy(theta.begin(), theta.end(), state.values.begin());
    recompute(*model, state);
    BlockView view(*model, {predictor.parts[0].parameter});
    view.open(state);
    PlainRows rows(*model, predictor.path);
    Work work;
    rows.load(view, work);
    double global = tau;
    const HorseshoePlace place{scales, a, rows, global, lambda.data(), theta.data(), mean.data()};
    const auto note = [&](std::vector<std::vector<double>>& into) {
      for (std::size_t j = 0; j < d; ++j) {
        into[j].push_back(lambda[j]);
        into[d + j].push_back(theta[j]);
      }
      double total = 0;
      for (std::size_t i = 0; i < n; ++i) {
        double eta = 0;
        for (std::size_t j = 0; j < d; ++j) eta += x.col(j)[i] * theta[j];
        EXPECT_NEAR(rows.eta()[i], eta, 1e-9 * (1 + std::abs(eta)));
        total -= log1p_exp(y[i] > 0 ? -eta : eta);
      }
      into[2 * d].push_back(total);
    };
    note(before);
    ExchangeMove move(way_back);
    for (int k = 0; k < 3; ++k) move.move(place, rng, work);
    note(after);
  }
  double worst = 0;
  for (std::size_t c = 0; c < noted; ++c) worst = std::max(worst, test::ks_statistic(before[c], after[c]));
  return worst;
}

TEST(ExchangeMove, LeavesTheJointLawOfParametersAndDataInvariant) {
  EXPECT_LT(invariance_statistic(true), 2.5);
}

TEST(ExchangeMove, AForgottenWayBackIsCaughtByTheSameTest) {
  EXPECT_GT(invariance_statistic(false), 2.5);
}

}  // namespace
}  // namespace cggibbs
