// Arrays of real parameters that are normal given all others, drawn exactly and together.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/block_view.hpp"
#include "graph/gradient.hpp"
#include "samplers/block.hpp"

namespace cggibbs {

/// Elements of these parameters by groups: given all other parameters, groups are independent of each other.
struct NormalGroups {
  std::vector<NodeId> parameters;
  std::vector<std::size_t> start;    ///< of each group in `element`, and the end
  std::vector<std::size_t> element;  ///< places in State::values
  std::size_t largest = 1;
  std::size_t size(std::size_t group) const { return start[group + 1] - start[group]; }
};

/// Parameters among these that are normal given the others, in few sets whose groups are small.
std::vector<NormalGroups> find_normal_groups(const Model& model, const std::vector<NodeId>& members);

/// The slope of a normal log density is linear: slopes at as many points as the largest group has elements, and one more, tell
/// mean and precision of all groups at once. Where few digits of a precision are left (columns far from zero, or collinear), elements
/// are drawn one after the other: each by itself keeps its digits.
class NormalBlock : public Block {
 public:
  /// `spread` is the standard deviation of draws, 1; tests show with others that they notice.
  NormalBlock(const Model& model, NormalGroups groups, double spread = 1);

  std::string name() const override { return "normal"; }
  const std::vector<NodeId>& parameters() const override { return groups_.parameters; }
  void update(State& state, Rng& rng, bool learn) override;
  void save(Writer& w) const override;
  void load(Reader& r) override;

 private:
  enum class Drawn { yes, no, lost_digits };
  bool find_slopes(State& state);
  bool find_law(State& state);
  Drawn draw_group(State& state, std::size_t group, Rng& rng);
  Drawn draw_groups(State& state, Rng& rng);
  bool draw_one_by_one(State& state, Rng& rng);

  const Model& model_;
  NormalGroups groups_;
  double spread_;
  BlockView view_;
  Gradient gradient_;
  std::vector<double> reach_;  ///< by element: how far the second point is
  std::vector<double> adjoint_, here_, slope_, precision_, factor_, step_;
};

}  // namespace cggibbs
