// Following maps of one reader each.
#include "graph/find_path.hpp"

namespace cggibbs {
namespace {

std::optional<PredictorPath> end_at(const Model& model, const FactorReader& reader, PredictorPath path) {
  const Factor& factor = model.factors()[reader.factor];
  if (factor.size != path.rows || factor.stats || !factor.event.empty()) return std::nullopt;
  path.factor = reader.factor;
  path.argument = reader.argument;
  path.location = factor.distribution->location == static_cast<int>(reader.argument);
  return path;
}

bool is_map(const Model& model, NodeId v, const PredictorPath& path) {
  return model.node(v).as<MapNode>() && model.node(v).size == path.rows;
}

std::optional<PredictorPath> follow(const Model& model, PredictorPath path, NodeId at) {
  for (;;) {
    const Readers readers = model.readers(at);
    if (readers.size() != 1) return std::nullopt;
    if (readers.nodes.empty()) return end_at(model, readers.factors[0], std::move(path));
    at = readers.nodes[0].node;
    if (!is_map(model, at, path)) return std::nullopt;
    path.maps.push_back(at);
  }
}

}  // namespace

std::optional<PredictorPath> find_path(const Model& model, NodeId linear) {
  return follow(model, {linear, model.node(linear).size, {}, 0, 0, false}, linear);
}

std::optional<PredictorPath> find_path(const Model& model, NodeId parameter, std::size_t factor) {
  const PredictorPath start{parameter, model.node(parameter).size, {}, 0, 0, false};
  const Readers readers = model.readers(parameter);
  for (const auto& r : readers.factors)
    if (r.factor == factor) return end_at(model, r, start);
  for (const auto& r : readers.nodes) {
    if (!is_map(model, r.node, start)) continue;
    PredictorPath path = start;
    path.maps.push_back(r.node);
    auto found = follow(model, std::move(path), r.node);
    if (found && found->factor == factor) return found;
  }
  return std::nullopt;
}

}  // namespace cggibbs
