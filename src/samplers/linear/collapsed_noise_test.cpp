// Noise drawn with the coefficients integrated out: exact invariance.
#include "samplers/linear/collapsed_noise.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/test_statistics.hpp"
#include "graph/test_models.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t d = 6;

/// Two rows of the design, the first in two copies that share its weight, and one of weight zero.
struct Rows {
  DenseMatrix x{4, d, std::vector<double>(4 * d)};
  std::vector<double> weights{0.3, 0.7, 1, 0};
  explicit Rows(Rng& rng) {
    for (std::size_t j = 0; j < d; ++j) {
      for (std::size_t i = 0; i < 4; ++i) x.col(j)[i] = rng.normal();
      x.col(j)[1] = x.col(j)[0];
    }
  }
};

/// Noise and coefficients from their prior, rows given these, a few moves. The largest distance of empirical distribution functions
/// before and after, times sqrt(replicates / 2), of noise, coefficients and residuals.
double invariance_statistic(bool volume) {
  constexpr int replicates = 20000;
  Rng rng(9, 0);
  const Rows rows(rng);
  const std::vector<double> mean{0.5, 0, -1, 2, 0, 0}, sd{1, 0.01, 3, 0.2, 0.5, 20};
  constexpr std::size_t noted = d + 3;
  std::vector<std::vector<double>> before(noted), after(noted);
  for (int r = 0; r < replicates; ++r) {
    std::vector<double> theta(d), y(4, 7.0);
    const double sigma = std::abs(rng.normal());
    for (std::size_t j = 0; j < d; ++j) theta[j] = mean[j] + sd[j] * rng.normal();
    for (std::size_t i : {0, 2}) {
      y[i] = 1 + sigma * rng.normal();
      for (std::size_t j = 0; j < d; ++j) y[i] += rows.x.col(j)[i] * theta[j];
    }
    y[1] = y[0];
    ModelBuilder b;
    const Var noise = b.positive("sigma"), beta = b.real("b", d);
    b.factor("half_normal", {noise, 1});
    b.factor("normal", {beta, 0, 1});  // the scales are given to the move
    b.factor("normal", {y, 1 + linear(rows.x, beta), noise}, rows.weights);
    const auto model = b.build();
    const LinearPredictor& predictor = model->structure().predictors().at(0);
    const ReducedDesign a(*model, predictor.parts);
    State state = make_state(*model);
    state.values[0] = sigma;
    std::copy(theta.begin(), theta.end(), state.values.begin() + 1);
    recompute(*model, state);
    const NodeId node = *CollapsedNoise::find(*model, predictor.path);
    BlockView view(*model, {node, predictor.parts[0].parameter});
    view.open(state);
    const auto note = [&](std::vector<std::vector<double>>& into) {
      into[0].push_back(*view[node]);
      for (std::size_t j = 0; j < d; ++j) into[1 + j].push_back(view[predictor.parts[0].parameter][j]);
      for (std::size_t i : {0, 2}) {
        double eta = 1;
        for (std::size_t j = 0; j < d; ++j) eta += rows.x.col(j)[i] * view[predictor.parts[0].parameter][j];
        EXPECT_NEAR(view[predictor.path.linear][i], eta, 1e-9 * (1 + std::abs(eta)));
        into[d + 1 + i / 2].push_back((y[i] - eta) / *view[node]);
      }
    };
    note(before);
    CollapsedNoise move(*model, predictor.path, a, volume);
    Work work;
    for (int k = 0; k < 2; ++k) move.move(view, mean, sd, 100, rng, work);
    note(after);
  }
  double worst = 0;
  for (std::size_t c = 0; c < noted; ++c) worst = std::max(worst, test::ks_statistic(before[c], after[c]));
  return worst;
}

TEST(CollapsedNoise, LeavesTheJointLawOfParametersAndDataInvariant) {
  EXPECT_LT(invariance_statistic(true), 2.5);
}

TEST(CollapsedNoise, AForgottenVolumeIsCaughtByTheSameTest) {
  EXPECT_GT(invariance_statistic(false), 2.5);
}

TEST(CollapsedNoise, IsFoundWhereTheNoiseHasAPriorOfItsOwnAndNothingElseReadsIt) {
  Rng rng(10, 0);
  const auto found = [&](const auto& add) {
    ModelBuilder b;
    const Var noise = b.positive("sigma"), beta = b.real("b", d);
    b.factor("half_normal", {noise, 1});
    add(b, noise, beta, linear(test::dense(3, d, rng), beta));
    const auto model = b.build();
    return CollapsedNoise::find(*model, model->structure().predictors().at(0).path).has_value();
  };
  const std::vector<double> y{1, 2, 0};
  EXPECT_TRUE(found([&](ModelBuilder& b, const Var& noise, const Var& beta, const Var& eta) {
    b.factor("normal", {beta, 0, 1});
    b.factor("normal", {y, eta, noise});
  }));
  EXPECT_FALSE(found([&](ModelBuilder& b, const Var& noise, const Var& beta, const Var& eta) {
    b.factor("normal", {beta, 0, noise});
    b.factor("normal", {y, eta, noise});
  }));
  EXPECT_FALSE(found([&](ModelBuilder& b, const Var& noise, const Var& beta, const Var& eta) {
    b.factor("normal", {beta, 0, 1});
    b.factor("normal", {y, eta, 2 * noise});
  }));
  EXPECT_FALSE(found([&](ModelBuilder& b, const Var& noise, const Var& beta, const Var& eta) {
    b.factor("normal", {beta, 0, 1});
    b.factor("student_t", {y, 4, eta, noise});
  }));
}

}  // namespace
}  // namespace cggibbs
