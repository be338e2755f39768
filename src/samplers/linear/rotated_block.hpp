// A Gaussian block whose prior scales stand still: its axes are found in warmup and kept.
#pragma once

#include <vector>

#include "samplers/block.hpp"
#include "samplers/linear/axes.hpp"
#include "samplers/linear/flat_coefficients.hpp"
#include "samplers/linear/line_mover.hpp"

namespace cggibbs {

/// Moves along axes by Newton steps or slices on cached rows. What the rows cannot see is drawn exactly.
class RotatedBlock : public Block {
 public:
  /// The predictor is fixed() and its path direct().
  RotatedBlock(const Model& model, LinearPredictor predictor);

  std::string name() const override { return "gaussian_block"; }
  const std::vector<NodeId>& parameters() const override { return parameters_; }
  void update(State& state, Rng& rng, bool learn) override;
  void freeze() override;

 private:
  bool build_axes();
  void read_coordinates(const State& state);
  bool knows(const State& state) const;
  void move_on_axes(Rng& rng, bool learn);
  void write_back(State& state, Rng& rng, bool learn);
  int passes() const;

  const Model& model_;
  LinearPredictor predictor_;
  ReducedDesign a_;
  Axes axes_;
  LineMover mover_;
  std::vector<NodeId> parameters_;
  std::vector<double> mean_, sd_, theta_, z_, noise_;  ///< one per coefficient with a prior
  FlatCoefficients flat_;
  std::vector<double> shift_;       ///< one per row
  std::vector<double> w_;           ///< one per axis with a prior
  std::vector<StepMemory> memory_;  ///< one per axis
  WeightAverage weights_;
  std::size_t updates_ = 0, next_build_ = 0;
  bool built_ = false, known_ = false;
};

}  // namespace cggibbs
