// Computing deterministic relations over the rows of their loops.
#include "bugs/deterministic.hpp"

#include <cmath>

#include "graph/var_access.hpp"

namespace cggibbs::bugs {
namespace {

/// For those who look at the graph.
void name_node(const Value& v, const std::string& name) {
  if (v.constant() || v.form()) return;  // what has a form may never become a node
  Node& node = VarAccess::node(v.node());
  if (node.name.empty()) node.name = name;
}

}  // namespace

void compute(const Evaluator& evaluator, Placed& p, const Places& rows) {
  for_even_rows(rows, [&](const Places& even) {
    const Value v = right_side(evaluator, *p.relation, p.space->select(even));
    if (v.row_size() != p.event_size() && v.row_size() != 1)
      evaluator.fail(p.relation->at,
                     fmt::format("{} elements are given to {}.", v.row_size(), p.event_size()));
    if (v.constant())
      for (std::size_t i = 0; i < v.size(); ++i)
        if (std::isnan(v.numbers()[i])) evaluator.fail(p.relation->value.at, "this is not a number (NaN).");
    store(p, even, v);
    name_node(v, p.variable->name);
  });
}

void compute_all(const Evaluator& evaluator, std::vector<Placed>& placed, const Component& component) {
  for (const auto& part : order_components(placed, component.relations, true)) {
    if (!part.needs_itself) {
      for (const auto r : part.relations) {
        Placed& p = placed[r];
        if (!p.relation->stochastic && !p.computed && p.space->rows > 0)
          compute(evaluator, p, all_rows(p.space->rows));
      }
      continue;
    }
    for (const auto& step : order_rows(evaluator, placed, part, true))
      if (!placed[step.relation].computed) compute(evaluator, placed[step.relation], step.rows);
  }
}

}  // namespace cggibbs::bugs
