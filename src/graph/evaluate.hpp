// Evaluating one node from its inputs, from scratch.
#pragma once

#include <vector>

#include "graph/node.hpp"
#include "graph/product.hpp"

namespace cggibbs {

/// Reads input i through value(i), a pointer to its first element. Returns the number of stored entries read.
template <class ValueOf>
std::size_t evaluate_node(const std::vector<Node>& nodes, const Node& node, ValueOf&& value, double* out);

/// The value of a node all of whose inputs are data.
std::vector<double> evaluate_constant(const Draft& draft, const Node& node);

double reduce_segment(ReduceOp op, const double* input, const std::uint32_t* member, std::size_t count);

/// y = offset + sum of columns * source, added in the order of terms and columns.
template <class ValueOf>
std::size_t evaluate_linear(const LinearNode& linear, std::size_t n, ValueOf&& value, double* out) {
  for (std::size_t i = 0; i < n; ++i) out[i] = offset_at(linear, i);
  std::size_t read = 0;
  for (const auto& term : linear.terms) {
    add_product(*term.columns, value(term.source), out);
    read += term.columns->entries();
  }
  return read;
}

template <class ValueOf>
std::size_t evaluate_node(const std::vector<Node>& nodes, const Node& node, ValueOf&& value, double* out) {
  if (const auto* linear = node.as<LinearNode>()) return evaluate_linear(*linear, node.size, value, out);
  if (const auto* map = node.as<MapNode>()) {
    ArgView a[2] = {};
    for (std::size_t k = 0; k < map->inputs.size(); ++k) {
      const NodeId i = map->inputs[k];
      a[k] = {value(i), nodes[i].size == 1 ? 0U : 1U};
    }
    apply(map->op, node.size, a, out);
    return node.size;
  }
  const auto* reduce = node.as<ReduceNode>();
  for (std::size_t s = 0; s < node.size; ++s)
    out[s] = reduce_segment(reduce->op, value(reduce->input), reduce->member.data() + reduce->start[s],
                            reduce->start[s + 1] - reduce->start[s]);
  return reduce->member.size();
}

}  // namespace cggibbs
