// Several parameters at once, along the axes that warmup has seen them move in.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph/block_view.hpp"
#include "samplers/block.hpp"
#include "samplers/latent/scale_axes.hpp"

namespace cggibbs {

/// Shape and scale of a life time, intercept and slope off the middle: coordinate kernels crawl along what such parameters agree
/// on. This is an extra move of them all, in coordinates without bounds; it rests where warmup has found them to be hardly correlated.
class AxisBlock : public Block {
 public:
  /// `jacobian` false leaves out the volume of the coordinates, so that tests can show that they notice.
  AxisBlock(const Model& model, const std::vector<NodeId>& parameters, bool jacobian = true);

  std::string name() const override { return "axes"; }
  const std::vector<NodeId>& parameters() const override { return view_.parameters(); }
  bool shares() const override { return true; }
  void update(State& state, Rng& rng, bool learn) override;
  void freeze() override;
  void save(Writer& w) const override;
  void load(Reader& r) override;

 private:
  void read();
  double write(const std::vector<double>& u);
  double place(const std::vector<double>& u);
  bool slice(std::size_t axis, Rng& rng, bool learn);
  bool propose(Rng& rng);

  const Model& model_;
  bool jacobian_;
  BlockView view_;
  ScaleAxes axes_;
  bool rests_ = false;
  std::size_t turn_ = 0;
  double here_ = 0;
  std::vector<double> at_, tried_;
};

/// Of parameters with few elements among these, where some of them have no conditional that could be drawn from; else null.
std::unique_ptr<Block> make_axis_block(const Model& model, const std::vector<NodeId>& members);

}  // namespace cggibbs
