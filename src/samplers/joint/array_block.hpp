// Elements of an array that are independent of each other given all else, moved in step.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph/conditionals.hpp"
#include "samplers/block.hpp"
#include "samplers/scalar/conjugate.hpp"
#include "samplers/scalar/mirror_step.hpp"
#include "samplers/scalar/slice.hpp"
#include "samplers/scalar/step_size.hpp"

namespace cggibbs {

/// What coordinate kernels do with one element after the other: draws from conditionals that are known, whole numbers by their
/// weights, mirror steps and slices by stepping out for the rest. Here candidates of all elements are evaluated in the same passes over rows.
class ArrayBlock : public Block {
 public:
  /// `tilt` is added to the log density per unit of every candidate, 0; tests show with others that they notice.
  ArrayBlock(const Model& model, Conditionals conditionals, const SliceRule& rule, double width,
             double tilt = 0);

  std::string name() const override { return "array"; }
  const std::vector<NodeId>& parameters() const override { return parameters_; }
  void update(State& state, Rng& rng, bool learn) override;
  void save(Writer& w) const override;
  void load(Reader& r) override;

 private:
  using Elements = std::vector<std::uint32_t>;

  void evaluate(const Elements& which);
  void evaluate_lines(const Elements& which);
  void step_out(const Elements& which, bool left);
  void slice(const Elements& which, Rng& rng);
  void mirror(const Elements& which, Rng& rng);
  void move(Rng& rng);
  void draw_exactly(Rng& rng);
  void draw_whole_numbers(Rng& rng);

  std::vector<NodeId> parameters_;
  Conditionals conditionals_;
  SliceRule rule_;
  double tilt_;
  DensityForm form_;
  const ParameterNode* body_;
  bool log_scale_, learn_ = false;
  std::vector<SliceWidth> widths_;
  std::vector<MirrorUse> mirrors_;
  std::uint64_t sweeps_ = 0;
  // By element. base_ is the log density at value_; positive elements are moved on the log scale.
  std::vector<double> value_, base_, start_, level_, left_, right_, moved_, gained_;
  std::vector<MirrorLaw> laws_;
  std::vector<int> left_steps_, right_steps_;
  static constexpr std::size_t most_looks = detail::FirstLooks::most;
  std::vector<double> looks_, seen_;  ///< points of exact draws, and the log density there
  std::vector<double> log_weights_;
  std::vector<double> at_, scaled_, out_;  ///< by place among those that move
  Elements all_, waiting_, stepping_, active_, next_;
};

/// Long enough, and of a kind that has been thought of; whether its elements are independent is for Conditionals to say.
bool may_move_together(const Model& model, NodeId parameter, const SliceRule& rule);

/// One for each of these parameters whose elements can move together.
std::vector<std::unique_ptr<Block>> make_array_blocks(const Model& model, const std::vector<NodeId>& members,
                                                      const SliceRule& rule, double width);

/// The predicted cost of a sweep over the elements of an array in step; infinite where they cannot move so.
double array_cost(const Model& model, const Plan& plan, NodeId parameter, const SliceRule& rule);

}  // namespace cggibbs
