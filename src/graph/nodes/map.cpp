// Maps over all rows, or over some by blocks: one dispatch each.
#include "graph/nodes/map.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "graph/node.hpp"

namespace cggibbs {
namespace {

void views(const MapNode& map, const Values& in, ArgView* a) {
  for (std::size_t k = 0; k < map.inputs.size(); ++k) a[k] = in.view(map.inputs[k]);
}

}  // namespace

std::size_t evaluate(const MapNode& map, std::size_t n, const Values& in, double* out) {
  ArgView a[max_map_inputs];
  views(map, in, a);
  function(map.op).apply(n, a, map.inputs.size(), out);
  return n;
}

std::size_t evaluate_rows(const MapNode& map, const Values& in, const RowSet& rows, double* out) {
  const std::size_t inputs = map.inputs.size();
  ArgView a[max_map_inputs];
  views(map, in, a);
  if (!rows.list) {
    for (std::size_t k = 0; k < inputs; ++k) a[k].data += rows.first * a[k].stride;
    function(map.op).apply(rows.count, a, inputs, out + rows.first);
    return rows.count;
  }
  constexpr std::size_t block = 64;
  double gathered[max_map_inputs + 1][block];
  double* result = gathered[max_map_inputs];
  for (std::size_t start = 0; start < rows.count; start += block) {
    const std::size_t n = std::min(block, rows.count - start);
    ArgView b[max_map_inputs];
    for (std::size_t k = 0; k < inputs; ++k) {
      b[k] = a[k];
      if (a[k].stride == 0) continue;
      for (std::size_t t = 0; t < n; ++t) gathered[k][t] = a[k].data[rows.list[start + t]];
      b[k].data = gathered[k];
    }
    function(map.op).apply(n, b, inputs, result);
    for (std::size_t t = 0; t < n; ++t) out[rows.list[start + t]] = result[t];
  }
  return rows.count;
}

TouchSet touched(const MapNode&, const Arrival& a) {
  return a.elementwise();
}

std::size_t propose(const MapNode& map, const Move& move, double* out) {
  return evaluate_rows(map, move.after, move.rows, out);
}

void pull_back(const MapNode& map, std::size_t n, const Values& in, const double* out, const double* adjoint,
               const Adjoints& into) {
  ArgView a[max_map_inputs];
  views(map, in, a);
  double* to[max_map_inputs];
  for (std::size_t k = 0; k < map.inputs.size(); ++k) to[k] = into.of(map.inputs[k]);
  function(map.op).add_adjoint(n, a, map.inputs.size(), out, adjoint, to);
}

std::string describe(const MapNode& map) {
  return fmt::format("map: {}", function(map.op).name);
}

}  // namespace cggibbs
