// Every kernel draws correlation matrices from the law that is known.
#include <gtest/gtest.h>

#include <boost/math/special_functions/beta.hpp>
#include <cggibbs/model.hpp>

#include "base/test_statistics.hpp"
#include "graph/start.hpp"
#include "samplers/choose/factory.hpp"
#include "samplers/gibbs.hpp"

namespace cggibbs {
namespace {

/// Smallest p value over all correlations of draws from lkj(eta) against lkj(said): each is 2 Beta(a, a) - 1 with
/// a = said - 1 + rows / 2.
double smallest_p(const std::string& kernel, std::size_t rows, double eta, double said,
                  bool together = false) {
  ModelBuilder b;
  if (together)
    b.lkj_correlation("R", rows, eta);
  else
    b.lkj(b.correlation("R", rows), eta);
  const auto model = b.build();
  const Plan plan(*model);
  GibbsSettings settings;
  settings.sampler = kernel;
  Rng rng(3, 0);
  State state = make_state(*model);
  draw_valid_start(*model, state, rng);
  WarmingGibbs warming(*model, plan, state, settings, make_blocks(*model, settings, 300));
  for (int t = 0; t < 300; ++t) warming.sweep(rng);
  TunedGibbs tuned = std::move(warming).freeze();
  const int thin = kernel == "random_walk" ? 40 : 5;  // to nearly independent draws
  std::vector<std::vector<double>> draws(model->n_outputs());
  std::vector<double> x(model->n_outputs());
  for (int t = 0; t < 4000; ++t) {
    for (int s = 0; s < thin; ++s) tuned.sweep(rng);
    record(*model, state, x);
    for (std::size_t k = 0; k < x.size(); ++k) draws[k].push_back(x[k]);
  }
  const double a = said - 1 + 0.5 * static_cast<double>(rows);
  double smallest = 1;
  for (auto& d : draws)
    smallest = std::min(smallest, test::ks_one_sample(std::move(d), [&](double r) {
                          return boost::math::ibeta(a, a, 0.5 * (1 + r));
                        }));
  return smallest;
}

TEST(Correlation, DrawsHaveBetaMarginalsUnderEveryKernel) {
  for (const char* kernel : {"slice", "random_walk", "nuts", "hmc"}) {
    SCOPED_TRACE(kernel);
    EXPECT_GT(smallest_p(kernel, 3, 1, 1), 0.001 / 3);
    EXPECT_GT(smallest_p(kernel, 4, 2, 2), 0.001 / 6);
    EXPECT_GT(smallest_p(kernel, 3, 1.5, 1.5, true), 0.001 / 3);
  }
}

TEST(Correlation, DrawsOfAnotherShapeAreNoticed) {
  EXPECT_LT(smallest_p("nuts", 3, 1.5, 1), 1e-6);
  EXPECT_LT(smallest_p("slice", 3, 0.7, 1), 1e-6);
  EXPECT_LT(smallest_p("slice", 3, 0.5, 1, true), 1e-6);
}

}  // namespace
}  // namespace cggibbs
