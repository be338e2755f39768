// Coordinate sweeps over one predictor with cached slopes and curvatures: about one evaluation per update.
#pragma once

#include <memory>
#include <vector>

#include "graph/structure.hpp"
#include "samplers/block.hpp"
#include "samplers/linear/line_mover.hpp"
#include "samplers/linear/part_matrix.hpp"
#include "samplers/linear/slow_directions.hpp"

namespace cggibbs {

/// Coefficients one at a time, each along its column, then along the few directions in which such sweeps crawl.
class NewtonBlock : public Block {
 public:
  /// The path of the predictor is direct().
  NewtonBlock(const Model& model, LinearPredictor predictor);

  std::string name() const override { return "newton"; }
  const std::vector<NodeId>& parameters() const override { return parameters_; }
  void update(State& state, Rng& rng, bool learn) override;

 private:
  void sweep_part(std::size_t p, State& state, Rng& rng, bool learn);
  void sweep_directions(State& state, Rng& rng, bool learn);
  void learn_directions(const State& state, Rng& rng);
  void prior_precisions(const State& state, Rng& rng);
  void write_back(State& state, bool learn);

  const Model& model_;
  LinearPredictor predictor_;
  PartMatrix a_;
  LineMover mover_;
  SlowDirections slow_;
  std::vector<NodeId> parameters_;
  std::vector<StepMemory> memory_;            ///< one per coefficient
  std::vector<StepMemory> direction_memory_;  ///< one per direction
  std::vector<double> mean_, precision_;      ///< one per coefficient
  WeightAverage weights_;
  std::size_t next_build_ = 0;
};

/// The predictors that newton can move along, each with those of its coefficients that are members. Empty when there are none:
/// see no_newton_parts.
std::vector<LinearPredictor> find_newton_parts(const Model& model, const std::vector<NodeId>& members);
inline constexpr const char* no_newton_parts =
    "no coefficients under one linear predictor that goes straight into the likelihood";

/// One for each of these.
std::vector<std::unique_ptr<Block>> make_newton_blocks(const Model& model,
                                                       const std::vector<NodeId>& members);

}  // namespace cggibbs
