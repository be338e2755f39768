// Monitors: parameters that stay recorded, and functions of them that are recorded too.
#include "bugs/monitors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/suggest.hpp"
#include "bugs/distribution_table.hpp"
#include "bugs/parser.hpp"

namespace cggibbs::bugs {
namespace {

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

/// z of z ~ dcrp(...): labels.
std::set<std::string> labels_of_processes(const Block& block) {
  std::set<std::string> out;
  for (const auto& r : block.relations)
    if (const auto* row = r.stochastic ? find_row(r.value.name) : nullptr;
        row && row->ours == "chinese_restaurant")
      out.insert(r.target.name);
  return out;
}

/// What some index of e reads by a label.
void collect_atoms(const Expr& e, const std::set<std::string>& labels, std::set<std::string>& atoms) {
  for (const auto& a : e.args) {
    collect_atoms(a, labels, atoms);
    if (e.kind != ExprKind::reference) continue;
    std::set<std::string> names;
    collect_names(a, names);
    if (std::any_of(names.begin(), names.end(), [&](const auto& n) { return labels.contains(n); }))
      atoms.insert(e.name);
  }
}

/// Labels, and what belongs to one: from draw to draw these are not the same thing, and nobody wants them without asking.
std::set<std::string> names_by_label(const Block& block) {
  const auto labels = labels_of_processes(block);
  std::set<std::string> out = labels;
  if (!labels.empty())
    for (const auto& r : block.relations) collect_atoms(r.value, labels, out);
  return out;
}

/// Unless nothing else is recorded.
void hide_by_label(const Block& block, const StochasticRelations& stochastic, ModelBuilder& builder,
                   bool others) {
  const auto by_label = names_by_label(block);
  const auto hidden = [&](const DeclaredParameter& p) { return by_label.contains(p.variable->name); };
  const auto& all = stochastic.parameters();
  if (!others && std::all_of(all.begin(), all.end(), hidden)) return;
  for (const auto& p : all)
    if (hidden(p)) builder.hide(p.node);
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
    for (const auto& [name, v] : variables)
      for (std::uint32_t i = 0; i < v.elements.size(); ++i) {
        const Element& e = v.elements[i];
        if (e.piece != nowhere && (block.relations[e.relation].stochastic || read.count(name) == 0))
          wanted[&v].insert(i);
      }
    for (const auto& p : stochastic.parameters())
      for (const auto i : p.at) wanted[p.variable].erase(i);
    std::erase_if(wanted, [](const auto& some) { return some.second.empty(); });
    hide_by_label(block, stochastic, builder, !wanted.empty());
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
