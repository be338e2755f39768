// Moves all coefficients with (conditionally) Gaussian priors at once, through the axes that the data can see.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "graph/predictor.hpp"
#include "samplers/block.hpp"
#include "samplers/linear/axes.hpp"
#include "samplers/linear/flat_coefficients.hpp"
#include "samplers/linear/half_cauchy_scales.hpp"
#include "samplers/linear/line_mover.hpp"
#include "samplers/linear/partial_ridge.hpp"

namespace cggibbs {

class GaussianBlock : public Block {
 public:
  /// Companions are a few coefficients of the same predictor (the intercept) that move beside the block, once per pass.
  GaussianBlock(const Model& model, LinearPredictor predictor,
                const std::vector<GaussianPart>& companions = {});

  std::string name() const override { return "gaussian_block"; }
  const std::vector<NodeId>& parameters() const override { return parameters_; }
  void update(State& state, Rng& rng, bool learn) override;

 private:
  void read_state(const State& state, Rng& rng);
  void learn_weights(const State& state);
  bool build_axes();
  void move_on_axes(State& state, Rng& rng);
  void move_along_axis(std::size_t k, const State& state, Rng& rng);
  void move_companions(State& state, Rng& rng);
  void move_tau(State& state, Rng& rng);
  void write_coefficients(State& state, Rng& rng);
  void move_scales(State& state, Rng& rng);
  void stretch(const State& state, double* lambda, double* theta, Rng& rng);
  int passes() const;
  void count_products();

  const Model& model_;
  bool fixed_;
  std::vector<GaussianPart> parts_;
  Predictor predictor_;
  ReducedDesign a_;
  Axes axes_;
  std::optional<HorseshoeScales> horseshoe_;
  PartialRidge ridge_;
  double mean_square_ = 1;  ///< of the entries of a horseshoe's columns
  std::vector<NodeId> parameters_;
  WeightAverage weights_;
  FlatCoefficients flat_;
  bool built_ = false, learning_ = false;

  std::vector<double> mean_, sd_, theta_, z_, noise_, x_;  ///< one per coefficient with a prior
  std::vector<double> eta_, shift_, curvature_;            ///< one per row
  std::vector<double> before_;                             ///< State::values before the update
  std::vector<double> w_;                                  ///< one per axis with a prior
  double tau_ratio_ = 1;                                   ///< tau over the one that sd_ and the axes are for
  double likelihood_ = 0;                                  ///< at eta_
  std::size_t next_build_ = 0;

  struct Companion {
    std::size_t at;  ///< in State::values
    bool has_prior;
    std::size_t factor, element;  ///< of its prior
    double width;
    std::vector<double> column;
  };
  std::vector<Companion> companions_;
};

}  // namespace cggibbs
