// Coordinate sweeps over one predictor with cached slopes and curvatures: about one evaluation per update.
#pragma once

#include <memory>
#include <vector>

#include "samplers/block.hpp"
#include "samplers/linear/line_mover.hpp"
#include "samplers/linear/part_matrix.hpp"
#include "samplers/linear/slow_directions.hpp"
#include "samplers/linear/weight_average.hpp"

namespace cggibbs {

/// Coefficients one at a time, each along its column, then along the few directions in which such sweeps crawl.
class NewtonBlock : public Block {
 public:
  /// The path of the predictor is direct().
  NewtonBlock(const Model& model, LinearPredictor predictor);

  std::string name() const override { return "newton"; }
  const std::vector<NodeId>& parameters() const override { return view_.parameters(); }
  void update(State& state, Rng& rng, bool learn) override;
  void save(Writer& w) const override;
  void load(Reader& r) override;

 private:
  void sweep_coefficients(Rng& rng, bool learn);
  void sweep_directions(Rng& rng, bool learn);
  void learn_directions(Rng& rng);
  void prior_precisions(Rng& rng);
  QuadraticPrior prior_along(const double* v);
  /// f(coefficient, its place among all of them)
  template <class F>
  void for_each_coefficient(const F& f) {
    std::size_t at = 0;
    for (const auto& p : predictor_.parts)
      for (double *theta = view_[p.parameter], *end = theta + p.size(); theta != end; ++theta)
        f(*theta, at++);
  }

  const Model& model_;
  BlockView view_;
  LinearPredictor predictor_;
  PartMatrix a_;
  LineMover mover_;
  SlowDirections slow_;
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
