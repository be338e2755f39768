// A sampler against plain slice sampling on the same model: means of bounded functions, within Monte Carlo error.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "graph/start.hpp"
#include "samplers/gibbs.hpp"

namespace cggibbs::test {

struct BatchMeans {
  std::vector<double> mean, error;  ///< of a function of each coordinate, then of its square
};

inline BatchMeans batch_means(const Model& model, const GibbsSettings& settings,
                              std::vector<std::unique_ptr<Block>> blocks, std::uint64_t stream, int sweeps) {
  const Plan plan(model);
  const std::size_t size = model.n_coordinates();
  Rng rng(5, stream);
  State state = make_state(model);
  draw_valid_start(model, state, rng);
  WarmingGibbs warming(model, plan, state, settings, std::move(blocks));
  for (int s = 0; s < 500; ++s) warming.sweep(rng);
  TunedGibbs tuned = std::move(warming).freeze();
  const int batches = 40, length = sweeps / batches;
  std::vector<double> sum(2 * size, 0.0), squares(2 * size, 0.0);
  for (int b = 0; b < batches; ++b) {
    std::vector<double> mean(2 * size, 0.0);
    for (int s = 0; s < length; ++s) {
      tuned.sweep(rng);
      for (std::size_t k = 0; k < size; ++k) {
        const double v = std::tanh(0.3 * state.values[k]);  // bounded, so that heavy tails have errors too
        mean[k] += v / length;
        mean[size + k] += v * v / length;
      }
    }
    for (std::size_t k = 0; k < 2 * size; ++k) {
      sum[k] += mean[k];
      squares[k] += mean[k] * mean[k];
    }
  }
  BatchMeans out;
  for (std::size_t k = 0; k < 2 * size; ++k) {
    const double m = sum[k] / batches;
    out.mean.push_back(m);
    out.error.push_back(std::sqrt(std::max(0.0, squares[k] / batches - m * m) / (batches - 1)));
  }
  return out;
}

/// 4.5 standard errors: about one false alarm in 10^5 comparisons.
inline void expect_agreement(const Model& model, const GibbsSettings& settings,
                             std::vector<std::unique_ptr<Block>> blocks, int sweeps) {
  const BatchMeans a = batch_means(model, settings, std::move(blocks), 1, sweeps);
  const BatchMeans b = batch_means(model, {}, {}, 2, sweeps);
  for (std::size_t k = 0; k < a.mean.size(); ++k)
    EXPECT_NEAR(a.mean[k], b.mean[k], 4.5 * std::hypot(a.error[k], b.error[k]) + 1e-6) << k;
}

}  // namespace cggibbs::test
