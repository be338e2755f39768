// Dropping nodes that nothing needs.
#include "graph/passes.hpp"

namespace cggibbs {

void prune(Draft& draft) {
  std::vector<bool> needed(draft.nodes.size(), false);
  for (const auto& f : draft.factors)
    for (const auto& read : {f.args, f.cut})
      for (NodeId a : read) needed[a] = true;
  for (const auto& o : draft.outputs) needed[o.node] = true;
  for (NodeId v = static_cast<NodeId>(draft.nodes.size()); v-- > 0;) {
    if (draft.nodes[v].as<ParameterNode>()) needed[v] = true;
    if (needed[v]) for_each_input(draft.nodes[v], [&](NodeId i) { needed[i] = true; });
  }

  std::vector<NodeId> renamed(draft.nodes.size(), 0);
  std::vector<Node> kept;
  for (NodeId v = 0; v < draft.nodes.size(); ++v) {
    if (!needed[v]) continue;
    renamed[v] = static_cast<NodeId>(kept.size());
    kept.push_back(std::move(draft.nodes[v]));
  }
  for (auto& node : kept) rename_inputs(node, [&](NodeId i) { return renamed[i]; });
  for (auto& f : draft.factors)
    for (auto* read : {&f.args, &f.cut})
      for (auto& a : *read) a = renamed[a];
  for (auto& o : draft.outputs) o.node = renamed[o.node];
  draft.nodes = std::move(kept);
}

}  // namespace cggibbs
