// What a block sees of a state: the parameters that it writes, and what they reach.
#pragma once

#include <vector>

#include "base/work.hpp"
#include "graph/state.hpp"

namespace cggibbs {

/// One chain's. Between open() and commit() or revert() the parameters are the block's to write; the cached values of the state
/// follow at commit(). Nothing that the parameters do not reach is read or written.
class BlockView {
 public:
  /// None of them may reach an index of gathers.
  BlockView(const Model& model, std::vector<NodeId> parameters);

  const std::vector<NodeId>& parameters() const { return parameters_; }
  /// Cached nodes that they reach, in topological order, and factors.
  const std::vector<NodeId>& nodes() const { return nodes_; }
  const std::vector<std::size_t>& factors() const { return factors_; }

  void open(State& state);
  /// A parameter of the block, or a node that it reaches.
  double* operator[](NodeId v) { return state_->values.data() + model_.offset(v); }
  const double* operator[](NodeId v) const { return state_->values.data() + model_.offset(v); }
  /// State::values, to read arguments of factors from. Cached nodes belong to the parameters as they were.
  const double* values() const { return state_->values.data(); }

  /// One of nodes() follows what it is computed from.
  void follow(NodeId v) { evaluate(v); }
  /// The log density of the parameters as they are now, less that at open(). Cached nodes follow, sums do not.
  double change(Work& work);
  /// Every cached value follows, computed afresh. Where that leaves no density, nothing has moved: false.
  bool commit();
  /// The state is that of open(), bit for bit.
  void revert();

 private:
  struct Sums {
    DoubleDouble density, location, stats[max_stats];
  };
  std::size_t evaluate(NodeId v);

  const Model& model_;
  std::vector<NodeId> parameters_, nodes_;
  std::vector<std::size_t> factors_;
  State* state_ = nullptr;
  std::vector<double> values_;  ///< at open(): parameters, then nodes
  std::vector<Sums> sums_;      ///< at open(), by factor
};

}  // namespace cggibbs
