// The compute graph: nodes, factors, outputs. Immutable once built; shared by all chains and samplers.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graph/node.hpp"

namespace cggibbs {

/// One scalar that samplers move: element k of a parameter node.
struct Coordinate {
  NodeId parameter;
  std::uint32_t k;
};

/// Argument `argument` of a factor reads a node.
struct FactorReader {
  std::uint32_t factor;
  std::uint32_t argument;
};

/// Input `input` of a cached node, counted in the order of for_each_input, reads a node.
struct NodeReader {
  NodeId node;
  std::uint32_t input;
};

/// Who reads a node on the way to the log density: one entry per reading, in ascending order.
struct Readers {
  std::span<const NodeReader> nodes;
  std::span<const FactorReader> factors;
  std::size_t size() const { return nodes.size() + factors.size(); }
};
class Structure;

/// An index of gathers, and how many values the state lists its rows under.
struct Index {
  NodeId node;
  double first;
  std::size_t rows;
  std::size_t values;
};

class Model {
 public:
  explicit Model(Draft draft);

  const std::vector<Node>& nodes() const { return nodes_; }
  const Node& node(NodeId v) const { return nodes_[v]; }
  const std::vector<Factor>& factors() const { return factors_; }
  /// Densities of parameters that are drawn by draw_forward(), and how; neither these nor their factors are among parameters()
  /// and factors().
  const std::vector<Factor>& forward() const { return forward_; }
  const std::vector<ForwardStep>& forward_steps() const { return forward_steps_; }
  const std::vector<Output>& outputs() const { return outputs_; }
  const std::vector<NodeId>& parameters() const { return parameters_; }
  /// Nodes that the log density reads, other than parameters and data, in topological order.
  const std::vector<NodeId>& cached() const { return cached_; }
  /// Nodes that only outputs read: evaluated when a draw is recorded.
  const std::vector<NodeId>& derived() const { return derived_; }

  Readers readers(NodeId v) const {
    return {{node_readers_.data() + node_start_[v], node_start_[v + 1] - node_start_[v]},
            {factor_readers_.data() + factor_start_[v], factor_start_[v + 1] - factor_start_[v]}};
  }
  /// The output that records this node first; null when none does.
  const Output* output_of(NodeId v) const {
    return first_output_[v] ? &outputs_[first_output_[v] - 1] : nullptr;
  }

  /// The indexes whose rows State::members lists.
  const std::vector<Index>& indexes() const { return indexes_; }
  /// The nodes' values in an array laid out as State::values.
  Values values(const double* x) const { return {nodes_.data(), offset_.data(), x}; }
  const std::size_t* offsets() const { return offset_.data(); }

  std::vector<Coordinate> coordinates() const;
  std::size_t n_coordinates() const;
  std::size_t n_outputs() const;
  std::vector<std::string> output_names() const;
  /// Length of State::values, and where a node's elements start in it (not for data).
  std::size_t state_size() const { return state_size_; }
  std::size_t offset(NodeId v) const { return offset_[v]; }
  bool is_data(NodeId v) const { return nodes_[v].as<DataNode>() != nullptr; }
  /// Terms that the passes looked at when the model was built.
  std::size_t build_steps() const { return build_steps_; }
  /// Bytes held by data and matrices.
  std::size_t bytes() const;
  /// What the model is.
  const Structure& structure() const { return *structure_; }
  /// "beta[3]" or the element's own name.
  std::string coordinate_name(Coordinate c) const;

 private:
  void find_readers();
  void find_indexes();

  std::vector<Node> nodes_;
  std::vector<Factor> factors_, forward_;
  std::vector<ForwardStep> forward_steps_;
  std::vector<Output> outputs_;
  std::vector<NodeId> parameters_, cached_, derived_;
  std::vector<std::size_t> offset_;
  std::vector<Index> indexes_;
  std::vector<std::size_t> node_start_, factor_start_;  ///< by node: where its readers start
  std::vector<NodeReader> node_readers_;
  std::vector<FactorReader> factor_readers_;
  std::vector<std::uint32_t>
      first_output_;  ///< by node: one more than its output's place; 0 when it has none
  std::size_t state_size_ = 0;
  std::size_t build_steps_ = 0;
  std::shared_ptr<const Structure> structure_;
};

}  // namespace cggibbs
