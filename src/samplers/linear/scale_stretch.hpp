// Moves a scale together with the coefficients that it scales, their standardized values held.
#pragma once

#include <memory>
#include <vector>

#include "graph/structure.hpp"
#include "samplers/block.hpp"
#include "samplers/hamiltonian/step_size.hpp"

namespace cggibbs {

/// A standard deviation of group effects, the global scale of a regularized horseshoe: given the coefficients, such a scale
/// hardly moves when there are many of them. Here theta = mean + sd z follows it with z held, so that the data have a say.
/// The two kinds of moves complement each other (Yu & Meng 2011); coordinate kernels do the other one.
class ScaleStretch : public Block {
 public:
  struct Scale {
    NodeId scale;       ///< positive, one value
    GaussianPart part;  ///< the coefficients
  };
  /// `jacobian` false leaves out the volume of the move, so that tests can show that they notice.
  ScaleStretch(const Model& model, std::vector<Scale> scales, bool jacobian = true);

  std::string name() const override { return "scale_stretch"; }
  const std::vector<NodeId>& parameters() const override { return parameters_; }
  bool shares() const override { return true; }
  void update(State& state, Rng& rng, bool learn) override;

 private:
  void move(const Scale& scale, SliceWidth& width, State& state, Rng& rng, bool learn);
  void read_prior(const Scale& scale, const double* values, double* mean, double* sd) const;

  const Model& model_;
  std::vector<Scale> scales_;
  std::vector<NodeId> parameters_;
  std::vector<SliceWidth> widths_;
  bool jacobian_;
  std::vector<double> values_, z_, mean_, sd_, sd_before_;
};

/// Null when no scale of a prior suits.
std::unique_ptr<Block> make_scale_stretch(const Model& model, bool jacobian = true);

}  // namespace cggibbs
