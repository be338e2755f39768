// Moves all coefficients with (conditionally) Gaussian priors at once, along the axes that the data can see.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "samplers/block.hpp"
#include "samplers/linear/axis_lines.hpp"
#include "samplers/linear/collapsed_noise.hpp"
#include "samplers/linear/collapsed_scales.hpp"
#include "samplers/linear/horseshoe_moves.hpp"
#include "samplers/linear/line_mover.hpp"
#include "samplers/linear/weight_average.hpp"

namespace cggibbs {

/// Where prior scales stand still, axes are found in warmup and kept, and rows that are their factor's location are cached: Newton
/// steps or slices. Elsewhere axes follow the scales, and moves are slices. What the rows cannot see is drawn exactly.
class GaussianBlock : public Block {
 public:
  /// A horseshoe has the block to itself. Companions are a few coefficients of the same predictor (the intercept) that move
  /// beside it, once per pass; they need slices. Where columns of the horseshoe are far from zero, the intercept also makes up for
  /// what its moves do to the mean of the predictor: else the two could move as far as they agree, which is nowhere.
  GaussianBlock(const Model& model, const LinearPredictor& predictor,
                const std::vector<GaussianPart>& companions = {});

  std::string name() const override { return "gaussian_block"; }
  /// Coefficients and the scales of a horseshoe. The noise beside a wide one moves too, and is left to coordinate kernels besides.
  const std::vector<NodeId>& parameters() const override { return parameters_; }
  void update(State& state, Rng& rng, bool learn) override;
  void freeze() override;
  void save(Writer& w) const override;
  void load(Reader& r) override;

 private:
  struct Companion {
    GaussianPart part;
    std::size_t element;
    double width;
    std::vector<double> column;
  };

  bool cached() const { return std::holds_alternative<LineMover>(rows_); }
  PlainRows& plain() { return std::get<PlainRows>(rows_); }
  void learn_weights();
  bool build_axes();
  void read_coordinates();
  void move_on_axes(Rng& rng);
  void move_along_axis(std::size_t k, Rng& rng);
  void move_companions(Rng& rng);
  void choose_counterweight();
  std::optional<Counterweight> counterweight();
  double curvature(std::size_t k);
  void move_tau(Rng& rng);
  void move_scales(Rng& rng);
  void move_collapsed(Rng& rng);
  int passes() const;

  const Model& model_;
  std::vector<NodeId> parameters_;
  BlockView view_;
  bool fixed_;
  NodeId linear_;
  AxisLines lines_;
  std::variant<LineMover, PlainRows> rows_;
  std::optional<HorseshoeMoves> horseshoe_;
  std::optional<CollapsedScales> collapsed_;
  std::optional<CollapsedNoise> noise_;
  std::vector<Companion> companions_;
  /// The companion that holds the mean of the predictor, if columns are far from zero.
  std::optional<std::size_t> holder_;
  WeightAverage weights_;
  std::vector<StepMemory> memory_;  ///< one per axis
  std::size_t updates_ = 0, next_build_ = 0;
  bool built_ = false, known_ = false, learning_ = false;
  double tau_ratio_ = 1;          ///< tau over the one that the axes are for
  std::vector<double> shift_;     ///< one per row
  std::vector<double> distance_;  ///< of coefficients from their means
};

}  // namespace cggibbs
