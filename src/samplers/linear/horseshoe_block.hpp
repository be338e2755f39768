// Moves the scales of a horseshoe whose coefficients others move one at a time.
#pragma once

#include <memory>
#include <vector>

#include "samplers/block.hpp"
#include "samplers/linear/line_mover.hpp"
#include "samplers/linear/partial_ridge.hpp"

namespace cggibbs {

/// Local scales given their coefficients and with the standardized coefficients held; the global one given everything, against the
/// local ones, and with its small coefficients. Coefficients follow where they are held in units of their scales.
class HorseshoeBlock : public Block {
 public:
  /// The path is direct() and the part has a horseshoe.
  HorseshoeBlock(const Model& model, const PredictorPath& path, const GaussianPart& part);

  std::string name() const override { return "horseshoe_scales"; }
  const std::vector<NodeId>& parameters() const override { return parameters_; }
  void update(State& state, Rng& rng, bool learn) override;

 private:
  void stretch(double* lambda, double* theta, Rng& rng);

  const Model& model_;
  Predictor predictor_;
  std::vector<GaussianPart> part_;
  PartMatrix a_;
  HorseshoeScales scales_;
  PredictorRows rows_;
  WeightAverage weights_;
  PartialRidge ridge_;
  double mean_square_;
  std::vector<NodeId> parameters_;
  std::vector<double> mean_, eta_;
};

/// One for each horseshoe with coefficients and scales among the members.
std::vector<std::unique_ptr<Block>> make_horseshoe_blocks(const Model& model,
                                                          const std::vector<NodeId>& members);

}  // namespace cggibbs
