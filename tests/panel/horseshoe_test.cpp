// Chains of a horseshoe on real data, started far apart, must agree.
#include <gtest/gtest.h>

#include <cggibbs/model.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "base/test_paths.hpp"
#include "base/tolerance.hpp"
#include "diagnostics/ess.hpp"
#include "diagnostics/rhat.hpp"
#include "io/matrix/matrix_file.hpp"
#include "models/standardize.hpp"
#include "run/chain.hpp"

namespace cggibbs {
namespace {

/// Logistic regression of [y == 1] on standardized columns: intercept t(3, 0, 1), horseshoe on the rest.
std::shared_ptr<const Model> horseshoe(const std::filesystem::path& file) {
  MatrixData data = read_matrix_file(file.string());
  standardize(data.x, Standardize::zscore);
  for (double& y : data.y) y = y == 1 ? 1 : 0;
  const auto& x = std::get<DenseMatrix>(data.x);
  ModelBuilder b;
  const Var tau = b.positive("tau");
  const Var lambda = b.positive("lambda", x.cols);
  b.hide(lambda);
  const Var beta = b.real("b", x.cols);
  const Var a = b.real("a");
  b.factor("half_cauchy", {tau, 1});
  b.factor("half_cauchy", {lambda, 1});
  b.factor("normal", {beta, 0, lambda * tau});
  b.factor("student_t", {a, 3, 0, 1});
  b.factor("bernoulli_logit", {data.y, a + linear(x, beta)});
  return b.build();
}

TEST(Panel, LongChainsOfAHorseshoeOnColonAgreeWhereverTheyStart) {
  const auto file = std::filesystem::path(test::shared_dir) / "data" / "panel" / "colon.mat";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "the data are not here: " << file;
  const auto model = horseshoe(file);
  const Plan plan(*model);
  const std::size_t d = model->n_outputs();
  const std::vector<double> log_tau{-6, -4, -1.5, 1};
  const std::size_t length = 5000;
  const std::size_t thin = 2;
  GibbsSettings gibbs;
  gibbs.sampler = "gaussian_block";
  std::vector<Draws> draws;
  for (std::size_t o = 0; o < d; ++o) draws.emplace_back(log_tau.size(), length);
  for (std::size_t c = 0; c < log_tau.size(); ++c) {
    const std::size_t coefficients = (model->n_coordinates() - 2) / 2;
    std::vector<double> start(model->n_coordinates(), 0.0);
    start[0] = std::exp(log_tau[c]);
    std::fill(start.begin() + 1, start.begin() + 1 + static_cast<std::ptrdiff_t>(coefficients), 1.0);
    Chain chain(*model, plan, {.gibbs = gibbs, .seed = 7, .warmup = 1000, .thin = thin}, c, start);
    std::size_t at = c * length;
    while (chain.draws() < length)
      if (const Draw* draw = chain.sweep()) {
        for (std::size_t o = 0; o < draw->values.size(); ++o) draws[o].flat()[at] = draw->values[o];
        ++at;
      }
    EXPECT_LT(chain.block_drift(), tol::block_predictor);
  }
  const auto names = model->output_names();
  double worst = 0;
  double fewest = inf;
  for (std::size_t o = 0; o < d; ++o) {
    const double r = rhat(draws[o]);
    worst = std::max(worst, r);
    fewest = std::min(fewest, ess_bulk(draws[o]));
    EXPECT_LT(r, 1.01) << names[o];
  }
  RecordProperty("largest_rhat", std::to_string(worst));
  RecordProperty("smallest_ess", std::to_string(fewest));
  auto scales = std::vector<double>(draws[0].flat().begin(), draws[0].flat().end());
  std::sort(scales.begin(), scales.end());
  const double low = std::log(scales[scales.size() / 40]);
  const double high = std::log(scales[scales.size() - scales.size() / 40]);
  std::printf("R-hat at most %.4f, ESS at least %.0f, log tau from %.2f to %.2f\n", worst, fewest, low, high);
  EXPECT_NEAR(low, -6.5, 0.5);
  EXPECT_NEAR(high, 1.9, 0.8);
}

}  // namespace
}  // namespace cggibbs
