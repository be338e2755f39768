// The node kinds of the compute graph. Every node is an array of doubles.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "graph/columns.hpp"
#include "graph/map_op.hpp"

namespace cggibbs {

using NodeId = std::uint32_t;

enum class SupportKind { real, positive, bounded, integer, ordered };

/// The coordinates that samplers move.
struct ParameterNode {
  SupportKind support = SupportKind::real;
  double lower = -inf;
  double upper = inf;
  std::vector<double> init;  ///< where chains start; empty: at random over the support
  std::vector<double>
      spread;  ///< half-width of the uniform noise around init (a factor exp(noise) when positive)
};

/// Constants; kept once in the model, not in every chain's state.
struct DataNode {
  std::vector<double> values;
};

/// y = offset + sum over terms of columns * source. Cached; repaired by column deltas.
struct LinearTerm {
  NodeId source;
  ColumnsPtr columns;
};
struct LinearNode {
  std::vector<double> offset;  ///< empty: zero
  std::vector<LinearTerm> terms;
};
inline double offset_at(const LinearNode& linear, std::size_t row) {
  return linear.offset.empty() ? 0.0 : linear.offset[row];
}

/// Elementwise function of inputs of the node's length or of length 1.
struct MapNode {
  MapOp op;
  std::vector<NodeId> inputs;
};

enum class ReduceOp { sum, log_sum_exp, product };

/// One value per segment of the input. Members of segment s: member[start[s]..start[s+1]).
struct ReduceNode {
  ReduceOp op;
  NodeId input;
  std::vector<std::size_t> start;
  std::vector<std::uint32_t> member;
};

struct Node {
  std::string name;  ///< may be empty for intermediate nodes
  std::size_t size = 0;
  std::variant<ParameterNode, DataNode, LinearNode, MapNode, ReduceNode> body;

  template <class T>
  const T* as() const {
    return std::get_if<T>(&body);
  }
  template <class T>
  T* as() {
    return std::get_if<T>(&body);
  }
};

/// Calls f(NodeId) for every node that this one reads.
template <class F>
void for_each_input(const Node& node, F&& f) {
  if (const auto* l = node.as<LinearNode>())
    for (const auto& t : l->terms) f(t.source);
  else if (const auto* m = node.as<MapNode>())
    for (NodeId i : m->inputs) f(i);
  else if (const auto* r = node.as<ReduceNode>())
    f(r->input);
}

/// Elementwise log densities of one distribution, summed into the log density.
struct Factor {
  const Distribution* distribution;
  std::vector<NodeId> args;     ///< variate first; each of length n or 1
  std::vector<double> weights;  ///< empty: all one
  std::size_t size = 1;         ///< n
  bool stats = false;           ///< scalars' conditionals come from cached sufficient statistics
};

/// What a chain records: a node under names of its own.
struct Output {
  NodeId node;
  std::string name;
  std::vector<std::string> names;  ///< one per element
};

/// The graph while passes still rewrite it. Nodes are in topological order: inputs before users.
struct Draft {
  std::vector<Node> nodes;
  std::vector<Factor> factors;
  std::vector<Output> outputs;
};

}  // namespace cggibbs
