// Moves a scale together with the coefficients that it scales, their standardized values held.
#pragma once

#include <memory>
#include <vector>

#include "graph/block_view.hpp"
#include "graph/structure.hpp"
#include "samplers/block.hpp"
#include "samplers/scalar/step_size.hpp"

namespace cggibbs {

/// A standard deviation of group effects: given the coefficients, such a scale hardly moves when there are many of them. Here
/// theta = mean + sd z follows it with z held, so that the data have a say; theta = mean + F z by events where effects are
/// correlated.
/// The two kinds of moves complement each other (Yu & Meng 2011); coordinate kernels do the other one.
class ScaleStretch : public Block {
 public:
  /// `jacobian` false leaves out the volume of the move, so that tests can show that they notice.
  explicit ScaleStretch(const Model& model, bool jacobian = true);

  std::string name() const override { return "scale_stretch"; }
  const std::vector<NodeId>& parameters() const override { return parameters_; }
  bool shares() const override { return true; }
  void update(State& state, Rng& rng, bool learn) override;
  void save(Writer& w) const override;
  void load(Reader& r) override;

 private:
  struct Scale {
    NodeId scale;              ///< positive, one value
    const GaussianPart& part;  ///< the coefficients
    BlockView view;
    std::vector<NodeId> between;  ///< from the scale to mean and sd, in order
    SliceWidth width{1.0};
  };
  void move(Scale& scale, Rng& rng, bool learn);
  void read_prior(const Scale& scale, double* sd);
  /// z_ from the coefficients; the coefficients from z_, with the log volume of that added.
  void standardize(const Scale& scale);
  void spread(Scale& scale, double& volume);

  const Model& model_;
  std::vector<Scale> scales_;
  std::vector<NodeId> parameters_;
  bool jacobian_;
  std::vector<double> z_, mean_, sd_, sd_before_;
};

/// Null when no scale of a prior suits.
std::unique_ptr<Block> make_scale_stretch(const Model& model, bool jacobian = true);

}  // namespace cggibbs
