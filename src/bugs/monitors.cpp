// Monitors: parameters that stay recorded, and functions of them that are recorded too.
#include "bugs/monitors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/suggest.hpp"
#include "bugs/parser.hpp"

namespace cggibbs::bugs {
namespace {

void collect_names(const Expr& e, std::set<std::string>& names) {
  if (e.kind == ExprKind::reference) names.insert(e.name);
  for (const auto& a : e.args) collect_names(a, names);
}

/// Everything that some relation or loop reads.
std::set<std::string> names_read(const Block& block) {
  std::set<std::string> names;
  for (const auto& r : block.relations) {
    collect_names(r.value, names);
    for (const auto& a : r.target.args) collect_names(a, names);
    for (const auto& bound : {r.lower, r.upper})
      if (bound) collect_names(*bound, names);
  }
  for (const auto& l : block.loops) collect_names(l.range, names);
  return names;
}

std::vector<std::string> names_of(const Variable& v, const Places& at) {
  std::vector<std::string> out;
  for (const auto i : at) out.push_back(element_name(v, i));
  return out;
}

void record(ModelBuilder& builder, const Variable& v, const Places& at) {
  std::uint32_t undefined = 0;
  const auto value = read(v, at, 1, {at.size()}, &undefined);
  builder.monitor(subset_name(v, at), value->node(), names_of(v, at));
}

/// The elements that a monitor names, in R's order.
Places elements_of(const std::string& text, const Variables& all) {
  const Source source{text, fmt::format("monitor '{}'", text)};
  const Expr e = parse_reference(source);
  Places at = Evaluator(source, all).reading(e, Space{}).at;
  std::sort(at.begin(), at.end());
  at.erase(std::unique(at.begin(), at.end()), at.end());
  return at;
}

const Variable& monitored(const std::string& text, const Variables& all) {
  const std::string name = text.substr(0, text.find('['));
  const Variable* v = all.find(name);
  if (!v || !v->has_shape)
    throw Error(fmt::format("monitor '{}': the model has no node '{}'.{}", text, name,
                            did_you_mean(name, all.names())));
  return *v;
}

}  // namespace

std::vector<std::string> set_monitors(const Block& block, const Variables& variables,
                                      const StochasticRelations& stochastic, ModelBuilder& builder,
                                      const std::vector<std::string>& monitors) {
  std::vector<std::string> notes;
  std::map<const Variable*, std::set<std::uint32_t>> wanted;
  for (const auto& text : monitors) {
    const Variable& v = monitored(text, variables);
    bool any = false;
    for (const auto i : elements_of(text, variables)) {
      if (v.elements[i].piece == nowhere) continue;
      wanted[&v].insert(i);
      any = true;
    }
    if (!any)
      notes.push_back(fmt::format("'{}' is known before sampling: there is nothing to record.", text));
  }
  // Parameters that are recorded as they are.
  for (const auto& p : stochastic.parameters()) {
    if (monitors.empty()) continue;
    auto& names = wanted[p.variable];
    if (!std::all_of(p.at.begin(), p.at.end(), [&](std::uint32_t i) { return names.count(i) > 0; })) {
      builder.hide(p.node);
      continue;
    }
    for (const auto i : p.at) names.erase(i);
  }
  if (monitors.empty()) {
    const std::set<std::string> read = names_read(block);
    for (const auto& [name, v] : variables) {
      if (read.count(name) > 0) continue;
      for (std::uint32_t i = 0; i < v.elements.size(); ++i) {
        const Element& e = v.elements[i];
        if (e.piece != nowhere && !block.relations[e.relation].stochastic) wanted[&v].insert(i);
      }
    }
  }
  for (const auto& [v, some] : wanted)
    if (!some.empty()) record(builder, *v, {some.begin(), some.end()});
  return notes;
}

std::vector<NodeArray> node_arrays(const Variables& variables, const std::vector<Placed>& placed) {
  std::vector<NodeArray> out;
  for (const auto& [name, v] : variables) {
    NodeArray node{name, v.shape};
    for (std::uint32_t i = 0; i < v.elements.size(); ++i) {
      const Element& e = v.elements[i];
      if (e.relation == nowhere || (placed[e.relation].relation->stochastic && e.piece == nowhere))
        ++node.observed;
      else
        ++(placed[e.relation].relation->stochastic ? node.parameters : node.computed);
    }
    out.push_back(std::move(node));
  }
  return out;
}

std::vector<std::string> monitored_names(const std::string& monitor, const std::vector<NodeArray>& nodes) {
  NamedArrays shapes;
  for (const auto& node : nodes)
    shapes.add(node.name, {node.shape, std::vector<double>(elements(node.shape), 0.0)});
  const Variables variables(shapes);
  const Variable& v = monitored(monitor, variables);
  return names_of(v, elements_of(monitor, variables));
}

}  // namespace cggibbs::bugs
