// Finding factors whose scalar arguments can be evaluated from sufficient statistics.
#include "graph/passes.hpp"

namespace cggibbs {
namespace {

bool cannot_be_negative(const Node& node) {
  const auto* p = node.as<ParameterNode>();
  return p && p->lower >= 0;
}

}  // namespace

void split_scales(Draft& draft) {
  const Distribution* normal = find_distribution("normal");
  const Distribution* scaled = find_distribution("normal_scaled");
  for (auto& f : draft.factors) {
    if (f.distribution != normal) continue;
    const auto* product = draft.nodes[f.args[2]].as<MapNode>();
    if (!product || product->op != MapOp::multiply) continue;
    NodeId array = product->inputs[0];
    NodeId scalar = product->inputs[1];
    if (draft.nodes[array].size == 1) std::swap(array, scalar);
    if (draft.nodes[array].size == 1 || draft.nodes[scalar].size != 1) continue;
    // Two negative factors make a standard deviation too, which the other form would refuse.
    if (!cannot_be_negative(draft.nodes[array]) || !cannot_be_negative(draft.nodes[scalar])) continue;
    f.distribution = scaled;
    f.args = {f.args[0], f.args[1], array, scalar};
  }
}

void mark_statistics(Draft& draft) {
  for (auto& f : draft.factors) {
    const auto elements = static_cast<std::size_t>(f.distribution->stats_elements);
    if (elements == 0 || f.size == 1 || !f.weights.empty()) continue;
    bool scalars_are_scalar = true;
    bool some_scalar_moves = false;
    for (std::size_t k = elements; k < f.args.size(); ++k) {
      scalars_are_scalar = scalars_are_scalar && draft.nodes[f.args[k]].size == 1;
      some_scalar_moves = some_scalar_moves || !draft.nodes[f.args[k]].as<DataNode>();
    }
    f.stats = scalars_are_scalar && some_scalar_moves;
  }
}

}  // namespace cggibbs
