// Placing relations, computing them in order, and building the model.
#include "bugs/compile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "base/counted.hpp"
#include "base/suggest.hpp"
#include "bugs/dependencies.hpp"
#include "bugs/monitors.hpp"
#include "bugs/parser.hpp"
#include "bugs/stochastic.hpp"

namespace cggibbs::bugs {
namespace {

/// Fails where an expression needs what nothing defines.
template <class F>
void or_undefined(const Evaluator& evaluator, F&& f) {
  try {
    f();
  } catch (const NotYet& e) {
    evaluator.fail(
        e.at,
        fmt::format("'{}' is used here, but no relation defines it and the data do not give it.", e.what));
  }
}

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

/// The data block computes numbers, which become data of the model.
NamedArrays with_data_block(const Source& source, const Program& program, const NamedArrays& data) {
  if (program.data.relations.empty()) return data;
  for (const auto& r : program.data.relations)
    if (r.stochastic)
      throw SourceError(source, r.at, "a data block with stochastic relations is not supported.");
  Variables variables(data);
  auto placed = place_relations(source, program.data, {}, variables);
  const Evaluator evaluator(source, variables);
  Component all;
  for (std::uint32_t i = 0; i < placed.size(); ++i) all.relations.push_back(i);
  or_undefined(evaluator, [&] { compute_all(evaluator, placed, all); });
  NamedArrays out = data;
  for (const auto& [name, v] : variables)
    if (!v.relations.empty()) out.set(name, {v.shape, v.numbers});
  return out;
}

}  // namespace

CompiledModel compile(const Source& source, const NamedArrays& data, const CompileSettings& settings) {
  const Program program = parse_program(source);
  Variables variables(with_data_block(source, program, data));
  std::vector<Placed> placed = place_relations(source, program.model, program.declarations, variables);
  const Evaluator evaluator(source, variables);
  ModelBuilder builder;
  StochasticRelations stochastic(evaluator, builder, settings.inits);

  std::vector<std::uint32_t> all;
  for (std::uint32_t i = 0; i < placed.size(); ++i) all.push_back(i);
  or_undefined(evaluator, [&] {
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
  for (auto& note : idle_inits(settings.inits, variables, stochastic))
    out.problem.notes.push_back(std::move(note));
  out.nodes = node_arrays(variables, placed);
  std::size_t rows = 0;
  for (const auto& p : placed) rows += p.targets.size();
  out.problem.model = builder.build({.merge_rows = settings.merge_rows});
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
