// Observed nodes of a model: their log densities, and how far apart chains put them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/rng.hpp"
#include "graph/state.hpp"

namespace cggibbs::jags {

class Observed {
 public:
  /// The rows of all factors whose variate is data. The model must not have merged any.
  explicit Observed(const Model& model);

  std::size_t size() const { return rows_.size(); }
  /// -2 log density of each observed node.
  void deviances(const State& state, std::span<double> out) const;
  /// Kullback-Leibler divergence of each observed node's distribution in one state from that in another, by simulation.
  /// Throws an Error for distributions of vectors.
  void divergences(const State& from, const State& to, Rng& rng, std::span<double> out) const;

 private:
  struct Row {
    std::size_t factor, row;
  };
  double divergence(const Factor& factor, std::size_t row, const State& from, const State& to,
                    Rng& rng) const;

  const Model& model_;
  std::vector<Row> rows_;
};

}  // namespace cggibbs::jags
