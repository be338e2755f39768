// Elementwise function of inputs of the node's length or of length 1.
#pragma once

#include <string>

#include "graph/map_op.hpp"
#include "graph/nodes/move.hpp"

namespace cggibbs {

struct MapNode {
  MapOp op;
  std::vector<NodeId> inputs;  ///< at most max_map_inputs
};

template <class F>
void for_each_input(const MapNode& map, F&& f) {
  for (NodeId i : map.inputs) f(i);
}
template <class F>
void rename_inputs(MapNode& map, F&& f) {
  for (NodeId& i : map.inputs) i = f(i);
}
std::size_t evaluate(const MapNode& map, std::size_t n, const Values& in, double* out);
/// Only these rows.
std::size_t evaluate_rows(const MapNode& map, const Values& in, const RowSet& rows, double* out);
TouchSet touched(const MapNode& map, const Arrival& arrival);
std::size_t propose(const MapNode& map, const Move& move, double* out);
void pull_back(const MapNode& map, std::size_t n, const Values& in, const double* out, const double* adjoint,
               const Adjoints& into);
std::string describe(const MapNode& map);

}  // namespace cggibbs
