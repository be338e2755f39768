// Moves the scales of a horseshoe whose coefficients others move one at a time.
#pragma once

#include <memory>
#include <vector>

#include "samplers/block.hpp"
#include "samplers/linear/horseshoe_moves.hpp"
#include "samplers/linear/predictor_rows.hpp"
#include "samplers/linear/weight_average.hpp"

namespace cggibbs {

/// Local scales given their coefficients and with the standardized coefficients held; the global one given everything, against the
/// local ones, and with its small coefficients. Coefficients follow where they are held in units of their scales.
class HorseshoeBlock : public Block {
 public:
  /// The path is direct() and the part has a horseshoe.
  HorseshoeBlock(const Model& model, const PredictorPath& path, const GaussianPart& part);

  std::string name() const override { return "horseshoe_scales"; }
  const std::vector<NodeId>& parameters() const override { return view_.parameters(); }
  void update(State& state, Rng& rng, bool learn) override;
  void save(Writer& w) const override;
  void load(Reader& r) override;

 private:
  const Model& model_;
  BlockView view_;
  NodeId linear_;
  std::vector<GaussianPart> part_;  ///< one
  PartMatrix a_;
  HorseshoeMoves moves_;
  PredictorRows cached_;
  PlainRows plain_;
  WeightAverage weights_;
  std::vector<double> mean_, sd_;
};

/// One for each horseshoe with coefficients and scales among the members.
std::vector<std::unique_ptr<Block>> make_horseshoe_blocks(const Model& model,
                                                          const std::vector<NodeId>& members);

}  // namespace cggibbs
