// Arrays of real parameters that are normal given all others, drawn exactly and together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graph/block_view.hpp"
#include "graph/gradient.hpp"
#include "samplers/block.hpp"
#include "samplers/joint/normal_groups.hpp"
#include "samplers/joint/normal_rows.hpp"

namespace cggibbs {

/// Where all rows are normal densities of sums of elements, these tell mean and precision. Else slopes do: that of a normal log
/// density is linear, and slopes at as many points as the largest group has elements, and one more, are enough. Where few digits of a precision are left (columns far from zero, or collinear), elements
/// are drawn one after the other: each by itself keeps its digits.
class NormalBlock : public Block {
 public:
  /// `spread` is the standard deviation of draws, 1; tests show with others that they notice.
  NormalBlock(const Model& model, NormalGroups groups, double spread = 1);
  /// Does without rows from now on.
  void use_slopes() { rows_.reset(); }

  std::string name() const override { return "normal"; }
  const std::vector<NodeId>& parameters() const override { return groups_.parameters; }
  bool goes_first() const override { return true; }
  void update(State& state, Rng& rng, bool learn) override;
  void save(Writer& w) const override;
  void load(Reader& r) override;

 private:
  enum class Drawn { yes, no, lost_digits };
  bool find_slopes(State& state);
  bool find_law(State& state);
  bool find_law_from_slopes(State& state);
  Drawn draw_group(State& state, std::size_t group, Rng& rng);
  Drawn draw_elements(State& state, Rng& rng);
  Drawn draw_groups(State& state, Rng& rng);
  bool draw_one_by_one(State& state, Rng& rng);

  const Model& model_;
  NormalGroups groups_;
  double spread_;
  /// How far a draw goes towards the mean, and the spread of what is new in it: once kernels are frozen draws fall on the other side of
  /// the mean (over_relaxation.hpp).
  double towards_ = 1, fresh_ = 1;
  BlockView view_;
  Gradient gradient_;
  std::optional<NormalRows> rows_;
  std::vector<double> reach_;  ///< by element: how far the second point is
  std::vector<double> adjoint_, here_, slope_, precision_, factor_, inverse_, step_;
};

}  // namespace cggibbs
