// Segment reductions and constant nodes.
#include "graph/evaluate.hpp"

#include <algorithm>
#include <cmath>

namespace cggibbs {

double reduce_segment(ReduceOp op, const double* input, const std::uint32_t* member, std::size_t count) {
  switch (op) {
    case ReduceOp::sum: {
      double total = 0;
      for (std::size_t t = 0; t < count; ++t) total += input[member[t]];
      return total;
    }
    case ReduceOp::product: {
      double total = 1;
      for (std::size_t t = 0; t < count; ++t) total *= input[member[t]];
      return total;
    }
    case ReduceOp::log_sum_exp: {
      double top = -inf;
      for (std::size_t t = 0; t < count; ++t) top = std::max(top, input[member[t]]);
      if (!std::isfinite(top)) return top;
      double total = 0;
      for (std::size_t t = 0; t < count; ++t) total += std::exp(input[member[t]] - top);
      return top + std::log(total);
    }
  }
  return nan;
}

std::vector<double> evaluate_constant(const Draft& draft, const Node& node) {
  std::vector<double> out(node.size);
  evaluate_node(
      draft.nodes, node, [&](NodeId i) { return draft.nodes[i].as<DataNode>()->values.data(); }, out.data());
  return out;
}

}  // namespace cggibbs
