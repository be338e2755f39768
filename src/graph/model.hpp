// The compute graph: nodes, factors, outputs. Immutable once built; shared by all chains and samplers.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "graph/node.hpp"

namespace cggibbs {

/// One scalar that samplers move: element k of a parameter node.
struct Coordinate {
  NodeId parameter;
  std::uint32_t k;
};

class Model {
 public:
  explicit Model(Draft draft);

  const std::vector<Node>& nodes() const { return nodes_; }
  const Node& node(NodeId v) const { return nodes_[v]; }
  const std::vector<Factor>& factors() const { return factors_; }
  const std::vector<Output>& outputs() const { return outputs_; }
  const std::vector<NodeId>& parameters() const { return parameters_; }
  /// Nodes that the log density reads, other than parameters and data, in topological order.
  const std::vector<NodeId>& cached() const { return cached_; }
  /// Nodes that only outputs read: evaluated when a draw is recorded.
  const std::vector<NodeId>& derived() const { return derived_; }

  std::vector<Coordinate> coordinates() const;
  std::size_t n_coordinates() const;
  std::size_t n_outputs() const;
  std::vector<std::string> output_names() const;
  /// Length of State::values, and where a node's elements start in it (not for data).
  std::size_t state_size() const { return state_size_; }
  std::size_t offset(NodeId v) const { return offset_[v]; }
  bool is_data(NodeId v) const { return nodes_[v].as<DataNode>() != nullptr; }
  /// Bytes held by data and matrices.
  std::size_t bytes() const;
  /// "beta[3]" or the element's own name.
  std::string coordinate_name(Coordinate c) const;

 private:
  std::vector<Node> nodes_;
  std::vector<Factor> factors_;
  std::vector<Output> outputs_;
  std::vector<NodeId> parameters_, cached_, derived_;
  std::vector<std::size_t> offset_;
  std::size_t state_size_ = 0;
};

}  // namespace cggibbs
