// Laying out a finished graph.
#include "graph/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "graph/factor.hpp"
#include "graph/forward.hpp"
#include "graph/structure.hpp"

namespace cggibbs {

Model::Model(Draft draft)
    : nodes_(std::move(draft.nodes)),
      factors_(std::move(draft.factors)),
      forward_(std::move(draft.forward)),
      outputs_(std::move(draft.outputs)),
      offset_(nodes_.size(), 0),
      build_steps_(draft.steps) {
  std::vector<bool> feeds_factor(nodes_.size(), false);
  for (const auto& f : factors_)
    for (NodeId a : f.args) feeds_factor[a] = true;
  for (NodeId v = static_cast<NodeId>(nodes_.size()); v-- > 0;)
    if (feeds_factor[v]) for_each_input(nodes_[v], [&](NodeId i) { feeds_factor[i] = true; });

  std::vector<bool> drawn(nodes_.size(), false), late(nodes_.size(), false);
  for (const auto& f : forward_) drawn[f.args[0]] = true;
  for (NodeId v = 0; v < nodes_.size(); ++v) {
    if (is_data(v)) continue;
    offset_[v] = state_size_;
    state_size_ += nodes_[v].size;
    if (nodes_[v].as<ParameterNode>()) {
      if (!drawn[v]) parameters_.push_back(v);
    } else {
      (feeds_factor[v] ? cached_ : derived_).push_back(v);
      late[v] = !feeds_factor[v];
    }
  }
  forward_steps_ = order_forward(nodes_, forward_, late);
  for (auto& f : factors_) f.beside = find_beside_sums(nodes_, f);
  find_readers();
  find_indexes();
  first_output_.assign(nodes_.size(), 0);
  for (std::size_t o = outputs_.size(); o-- > 0;)
    first_output_[outputs_[o].node] = static_cast<std::uint32_t>(o + 1);
  structure_ = std::make_shared<const Structure>(*this);
}

/// Counts, then fills: two passes over the edges.
void Model::find_readers() {
  const auto for_each_node_reader = [&](auto&& f) {
    for (NodeId u : cached_) {
      std::uint32_t k = 0;
      for_each_input(nodes_[u], [&](NodeId v) { f(v, NodeReader{u, k++}); });
    }
  };
  const auto for_each_factor_reader = [&](auto&& f) {
    for (std::uint32_t i = 0; i < factors_.size(); ++i)
      for (std::uint32_t k = 0; k < factors_[i].args.size(); ++k) f(factors_[i].args[k], FactorReader{i, k});
  };
  const auto collect = [&](auto&& for_each, auto& start, auto& readers) {
    start.assign(nodes_.size() + 1, 0);
    for_each([&](NodeId v, auto) { ++start[v + 1]; });
    std::partial_sum(start.begin(), start.end(), start.begin());
    readers.resize(start.back());
    std::vector<std::size_t> next(start.begin(), start.end() - 1);
    for_each([&](NodeId v, auto reader) { readers[next[v]++] = reader; });
  };
  collect(for_each_node_reader, node_start_, node_readers_);
  collect(for_each_factor_reader, factor_start_, factor_readers_);
}

void Model::find_indexes() {
  std::map<std::pair<NodeId, double>, std::uint32_t> known;
  for (NodeId v : cached_) {
    auto* gather = nodes_[v].as<GatherNode>();
    if (!gather || is_data(gather->source)) continue;
    const auto [at, fresh] =
        known.try_emplace({gather->index, gather->first}, static_cast<std::uint32_t>(indexes_.size()));
    if (fresh) indexes_.push_back({gather->index, gather->first, nodes_[v].size, 0});
    Index& index = indexes_[at->second];
    index.values = std::max(index.values, nodes_[gather->source].size);
    gather->lists = at->second;
  }
}

std::vector<Coordinate> Model::coordinates() const {
  std::vector<Coordinate> all;
  all.reserve(n_coordinates());
  for (NodeId p : parameters_)
    for (std::uint32_t k = 0; k < nodes_[p].size; ++k) all.push_back({p, k});
  return all;
}

std::size_t Model::n_coordinates() const {
  std::size_t n = 0;
  for (NodeId p : parameters_) n += nodes_[p].size;
  return n;
}

std::size_t Model::n_outputs() const {
  std::size_t n = 0;
  for (const auto& o : outputs_) n += o.names.size();
  return n;
}

std::vector<std::string> Model::output_names() const {
  std::vector<std::string> all;
  all.reserve(n_outputs());
  for (const auto& o : outputs_) all.insert(all.end(), o.names.begin(), o.names.end());
  return all;
}

std::size_t Model::bytes() const {
  std::set<const Columns*> seen;  // matrices are shared between nodes
  const auto bytes_of = [](const auto& v) { return v.size() * sizeof(v[0]); };
  const ByKind bytes{
      [&](const ParameterNode&) { return std::size_t{0}; },
      [&](const DataNode& d) { return bytes_of(d.values); },
      [&](const LinearNode& l) {
        std::size_t total = bytes_of(l.offset);
        for (const auto& t : l.terms)
          if (seen.insert(t.columns.get()).second) total += t.columns->bytes();
        return total;
      },
      [&](const MapNode&) { return std::size_t{0}; },
      [&](const ReduceNode& r) { return bytes_of(r.start) + bytes_of(r.member) + bytes_of(r.segment); },
      [&](const GatherNode&) { return std::size_t{0}; },
      [&](const MatrixNode&) { return std::size_t{0}; },
      [&](const ProbabilityNode&) { return std::size_t{0}; },
  };
  std::size_t total = 0;
  for (const auto& node : nodes_) total += std::visit(bytes, node.body);
  return total;
}

std::string Model::coordinate_name(Coordinate c) const {
  if (const Output* o = output_of(c.parameter)) return o->names[c.k];
  const Node& node = nodes_[c.parameter];
  return node.size == 1 ? node.name : fmt::format("{}[{}]", node.name, c.k + 1);
}

}  // namespace cggibbs
