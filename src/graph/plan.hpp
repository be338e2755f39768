// Per parameter, what a move of one of its coordinates touches and how. Computed once from the model.
#pragma once

#include <memory>
#include <vector>

#include "graph/model.hpp"
#include "graph/touch.hpp"

namespace cggibbs {

enum class FactorMode {
  rows,  ///< the log densities of the touched rows are summed again
  stats  ///< only scalar arguments move: evaluated from sufficient statistics in O(1)
};

struct FactorStep {
  std::size_t factor;
  TouchSet rows;
  FactorMode mode;
};

/// linear -> maps -> factor in one pass over the touched rows that stores nothing until commit.
struct FusedStep {
  NodeId linear;
  NodeId source;  ///< element k of this node moves, and nothing else under the linear node
  ColumnsPtr columns;
  std::vector<NodeId> maps;
  std::size_t factor;
  int argument;   ///< the factor's argument that moves
  bool location;  ///< that argument is the distribution's location: its location part is enough
  /// Each row of the linear node has one entry, and is written anew, not repaired, so that a gathered scale that
  /// falls from 1000 to 1e-15 does not keep the rounding errors of 1000.
  bool direct;
  TouchSet rows;
};

/// An index of gathers whose rows change their lists when the move is committed.
struct IndexStep {
  std::uint32_t lists;
  NodeId node;
  TouchSet rows;
};

struct ParameterPlan {
  NodeId parameter;
  std::vector<NodeStep> nodes;      ///< in topological order
  std::vector<FactorStep> factors;  ///< cheap ones first by construction: they come before the fused ones
  std::vector<FusedStep> fused;
  std::vector<IndexStep> indexes;
};

class Plan {
 public:
  explicit Plan(const Model& model);
  const ParameterPlan& of(NodeId parameter) const { return plans_[index_[parameter]]; }
  const std::vector<ParameterPlan>& all() const { return plans_; }
  /// Moves of the parameter no longer look at this factor: whoever moves it knows the factor's part, and its sum is to be computed afresh.
  void leave_out(NodeId parameter, std::size_t factor);
  /// Some fused step reads the location sum of this factor as its base line.
  bool keeps_location_sum(std::size_t factor) const { return keeps_location_sum_[factor]; }
  /// Rows that one evaluation of coordinate k reads (what Work::rows will count, base line apart); the most it may read
  /// where that depends on the state.
  std::size_t rows_per_evaluation(Coordinate c) const;

  /// Nodes and readings that planning looked at: what it costs to plan.
  std::size_t steps() const { return steps_; }

 private:
  std::vector<ParameterPlan> plans_;
  std::vector<std::size_t> index_;
  std::vector<bool> keeps_location_sum_;
  std::size_t steps_ = 0;
};

/// The terms of a linear node, all of whose sources move, by row.
std::shared_ptr<const LinearRows> linear_rows(const Model& model, NodeId v);

}  // namespace cggibbs
