// Placing relations, computing them in order, and building the model.
#include "bugs/compile.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "base/counted.hpp"
#include "base/suggest.hpp"
#include "bugs/constraints.hpp"
#include "bugs/data_block.hpp"
#include "bugs/dependencies.hpp"
#include "bugs/deterministic.hpp"
#include "bugs/idle_data.hpp"
#include "bugs/monitors.hpp"
#include "bugs/parser.hpp"
#include "bugs/stochastic.hpp"
#include "graph/structure.hpp"
#include "graph/var_access.hpp"

namespace cggibbs::bugs {
namespace {

/// Variables whose elements are drawn given earlier ones, with all relations that draw them.
std::map<const Variable*, std::vector<Placed*>> find_series(std::vector<Placed>& placed,
                                                            const std::vector<Component>& components) {
  std::map<const Variable*, std::vector<Placed*>> out;
  for (const auto& c : components)
    for (const auto r : c.relations)
      if (c.needs_itself && placed[r].relation->stochastic && placed[r].event.empty())
        out[placed[r].variable] = {};
  for (auto& p : placed)
    if (const auto found = out.find(p.variable);
        found != out.end() && p.relation->stochastic && p.space->rows > 0)
      found->second.push_back(&p);
  return out;
}

/// Some of its rows are not observed.
bool draws_parameters(const Placed& p) {
  return std::any_of(p.targets.begin(), p.targets.end(),
                     [&](std::uint32_t at) { return p.variable->elements[at].piece != nowhere; });
}

/// Initial values of what is not sampled are not lost without a word. JAGS's .RNG.seed is no node.
std::vector<std::string> idle_inits(const NamedArrays& inits, const Variables& variables,
                                    const StochasticRelations& stochastic) {
  std::set<std::string> sampled;
  for (const auto& p : stochastic.parameters()) sampled.insert(p.variable->name);
  const std::vector<std::string> names(sampled.begin(), sampled.end());
  std::vector<std::string> notes;
  for (const auto& [name, array] : inits)
    if (!name.starts_with('.') && sampled.count(name) == 0)
      notes.push_back(fmt::format("initial values of '{}' are not used: it is {}.{}", name,
                                  variables.find(name) ? "not sampled" : "no node of the model",
                                  did_you_mean(name, names)));
  return notes;
}

std::string words_of(const DirichletLabels& labels, const Model& model) {
  std::vector<std::string> atoms;
  for (const auto& a : labels.atoms) atoms.push_back(model.node(a.parameter).name);
  return fmt::format(
      "'{}' are the labels of a Dirichlet process with atoms {}: sticks are broken off as slices need them. "
      "Labels are only names "
      "(1 to the number of clusters): monitor what they pick, or max({}[]).",
      model.node(labels.z).name, fmt::join(atoms, ", "), model.node(labels.z).name);
}

}  // namespace

CompiledModel compile(const Source& source, const NamedArrays& data, const CompileSettings& settings) {
  const Program program = parse_program(source);
  Variables variables(with_data_block(source, program, data, settings.seed));
  std::vector<Placed> placed = place_relations(source, program.model, program.declarations, variables);
  const Evaluator evaluator(source, variables);
  ModelBuilder builder;
  StochasticRelations stochastic(evaluator, builder, settings.inits);
  std::optional<Constraints> constraints;

  std::vector<std::uint32_t> all;
  for (std::uint32_t i = 0; i < placed.size(); ++i) all.push_back(i);
  or_undefined(evaluator, [&] {
    constraints.emplace(evaluator, placed);
    const auto is_stochastic = [&](std::uint32_t r) {
      return placed[r].relation->stochastic && placed[r].space->rows > 0;
    };
    const auto components = order_components(placed, all, false);
    auto series = find_series(placed, components);
    for (const auto& component : components) {
      if (component.needs_itself &&
          std::any_of(component.relations.begin(), component.relations.end(), is_stochastic))
        order_rows(evaluator, placed, component, false);
      for (const auto r : component.relations) {
        if (!is_stochastic(r)) continue;
        const auto found = series.find(placed[r].variable);
        if (found == series.end())
          stochastic.add_parameters(placed[r]);
        else
          stochastic.add_parameters(std::exchange(found->second, {}));
      }
      constraints->define(component.relations);
      compute_all(evaluator, placed, component);
      for (const auto r : component.relations)
        if (is_stochastic(r)) stochastic.add_factors(placed[r]);
    }
  });
  if (stochastic.parameters().empty())
    throw Error(
        fmt::format("{}: the model has no parameters: every stochastic node is observed.", source.file));

  CompiledModel out;
  out.problem.notes = set_monitors(program.model, variables, stochastic, builder, settings.monitor);
  for (auto& note : idle_data(program, data)) out.problem.notes.push_back(std::move(note));
  for (auto& note : idle_inits(settings.inits, variables, stochastic))
    out.problem.notes.push_back(std::move(note));
  out.nodes = node_arrays(variables, placed);
  std::size_t rows = 0;
  for (const auto& p : placed) rows += p.targets.size();
  if (!settings.forward)
    for (const auto& p : stochastic.parameters())
      if (auto* node = VarAccess::node(p.node).as<ParameterNode>()) node->whole = false;
  try {
    out.problem.model = builder.build({.merge_rows = settings.merge_rows});
  } catch (const Error& e) {
    throw Error(fmt::format("{}: {}", source.file, e.what()));
  }
  for (const auto& labels : out.problem.model->structure().labels())
    out.problem.notes.push_back(words_of(labels, *out.problem.model));
  out.problem.name = "bugs";
  out.problem.facts.push_back({"program", source.file});
  for (const auto& p : placed)
    if (p.relation->stochastic && draws_parameters(p))
      out.problem.priors.push_back({text_of(source, p.relation->target.at),
                                    text_of(source, {p.relation->value.at.begin, p.relation->at.end})});
  out.problem.title =
      fmt::format("{}, {}, {} observed", source.file, counted(rows, "node"), stochastic.observed());
  return out;
}

}  // namespace cggibbs::bugs
