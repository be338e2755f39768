// From x[i] ~ dnorm(mu[i], tau) to factors over arrays.
#include "bugs/stochastic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/suggest.hpp"
#include "bugs/stochastic_kind.hpp"

namespace cggibbs::bugs {

StochasticRelations::Kind StochasticRelations::kind_of(const Relation& r) const {
  const DistributionRow* row = find_row(r.value.name);
  if (!row) {
    std::vector<std::string> names;
    for (const auto& known : distribution_rows()) names.emplace_back(known.name);
    evaluator_.fail(r.value.at, fmt::format("there is no distribution '{}'.{}", r.value.name,
                                            did_you_mean(r.value.name, names)));
  }
  if (r.value.args.size() != row->arguments.size())
    evaluator_.fail(r.value.at, fmt::format("{} takes {} argument{}, {} {} given.", row->name,
                                            row->arguments.size(), row->arguments.size() == 1 ? "" : "s",
                                            r.value.args.size(), r.value.args.size() == 1 ? "was" : "were"));
  const Distribution* ours = find_distribution(row->ours);
  if (!ours) ours = find_event_distribution(row->ours);
  if (r.restriction != Restriction::none && ours->event)
    evaluator_.fail(r.at, fmt::format("{} cannot be truncated.", row->name));
  return {row, ours};
}

std::vector<Value> StochasticRelations::parameters_of(const Placed& p, const Kind& kind,
                                                      const Space& space) const {
  std::vector<Value> args;
  for (const auto& a : p.relation->value.args) args.push_back(evaluator_.evaluate(a, space));
  try {
    return kind.row->parameters(args);
  } catch (const SourceError&) {
    throw;
  } catch (const Error& e) {
    evaluator_.fail(p.relation->value.at, e.what());
  }
}

/// Lower and upper; infinite where there is none.
std::vector<Value> StochasticRelations::bounds(const Placed& p, const Space& space) const {
  const Relation& r = *p.relation;
  const auto number = [&](const std::optional<Expr>& e, double none) {
    if (!e) return Value(none);
    Value v = evaluator_.evaluate(*e, space);
    if (!v.is_number()) evaluator_.fail(e->at, "a bound must be a number; this is an array.");
    return v;
  };
  return {number(r.lower, -inf), number(r.upper, inf)};
}

void StochasticRelations::add_factors(const Placed& p) {
  const Variable& v = *p.variable;
  const std::size_t each = p.event_size();
  Places observed;
  std::map<std::uint32_t, Places> missing;  // by parameter
  for (std::uint32_t i = 0; i < p.space->rows; ++i) {
    const Element& e = v.elements[p.targets[i * each]];
    if (e.piece == nowhere)
      observed.push_back(i);
    else
      missing[e.piece].push_back(i);
  }
  for (auto& [piece, rows] : missing) {
    std::sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) {
      return v.elements[p.targets[a * each]].place < v.elements[p.targets[b * each]].place;
    });
    for_even_rows(rows, [&](const Places& even) { add_factor(p, even, false); });
  }
  if (!observed.empty()) for_even_rows(observed, [&](const Places& even) { add_factor(p, even, true); });
}

void StochasticRelations::add_factor(const Placed& p, const Places& rows, bool observed) {
  const Kind kind = kind_of(*p.relation);
  const Space space = p.space->select(rows);
  std::vector<Value> parameters = parameters_of(p, kind, space);
  const Distribution* ours = kind.ours;
  if (!kind.event())
    for (std::size_t k = 0; k < parameters.size(); ++k)
      if (!parameters[k].is_number())
        evaluator_.fail(p.relation->value.args[std::min(k, p.relation->value.args.size() - 1)].at,
                        fmt::format("{} takes numbers, but this is an array of {} elements.", kind.row->name,
                                    parameters[k].row_size()));
  if (observed) check_observed(p, rows, kind, parameters);
  const bool truncated = p.relation->restriction == Restriction::truncated;
  if (const Form* f = parameters[0].form(); f && f->kind == Form::Kind::function && !truncated)
    for (const auto& linked : kind.row->linked)
      if (linked.inverse_link == f->op) {
        ours = find_distribution(linked.ours);
        parameters[0] = Value(*f->inner);  // a copy: what is assigned to owns the inner value
        break;
      }
  Places at;
  for (const auto i : rows)
    for (const auto t : p.targets_of(i)) at.push_back(t);
  std::uint32_t undefined = 0;
  std::vector<Value> all{*read(*p.variable, at, rows.size(), p.event, &undefined)};
  all.insert(all.end(), parameters.begin(), parameters.end());
  const auto constant = [](const Value& a) { return a.constant(); };
  try {
    if (p.relation->restriction == Restriction::none) {
      builder_.factor(ours->name, arguments(kind, all));
      return;
    }
    const std::vector<Value> between = bounds(p, space);
    const bool moves = !std::all_of(between.begin(), between.end(), constant);
    if (truncated) {
      builder_.truncated(ours->name, arguments(kind, all), between[0].arg(), between[1].arg());
    } else {
      builder_.factor(ours->name, arguments(kind, all));
      if (moves) builder_.increment(log_within(all[0].arg(), between[0].arg(), between[1].arg()));
    }
  } catch (const Error& e) {
    evaluator_.fail(p.relation->at, e.what());
  }
}

/// With the axes that a distribution of vectors or matrices is told its rows by.
std::vector<Arg> StochasticRelations::arguments(const Kind& kind, const std::vector<Value>& all) {
  std::vector<Arg> out;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Value& a = all[k];
    const EventShape wanted = kind.event() ? kind.ours->event->shapes[k] : EventShape::number;
    if (wanted == EventShape::number) {
      out.push_back(a.arg());
      continue;
    }
    Extents shape = a.shape();
    while (shape.size() < (wanted == EventShape::matrix ? 2U : 1U)) shape.push_back(1);
    if (a.rows() > 1) shape.insert(shape.begin(), a.rows());
    out.emplace_back(reshape(a.constant() ? builder_.data(a.numbers()) : a.node(), shape));
  }
  return out;
}

void StochasticRelations::check_observed(const Placed& p, const Places& rows, const Kind& kind,
                                         const std::vector<Value>& parameters) const {
  if (kind.event()) return;
  const Variable& v = *p.variable;
  std::vector<Value> between{-inf, inf};
  if (p.relation->restriction != Restriction::none) between = bounds(p, p.space->select(rows));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto at = p.targets[rows[i]];
    const double x = v.numbers[at];
    Support s = support_at(*kind.ours, parameters, i);
    s.lower = std::fmax(s.lower, at_row(between[0], i));
    s.upper = std::fmin(s.upper, at_row(between[1], i));
    const bool outside = x < s.lower || x > s.upper || (kind.ours->discrete && x != std::floor(x));
    if (!outside) continue;
    std::string known;
    for (std::size_t k = 0; k < p.relation->value.args.size(); ++k) {
      const Value a = evaluator_.evaluate(p.relation->value.args[k], p.space->select({rows[i]}));
      if (a.single())
        known +=
            fmt::format("{}{} = {}", known.empty() ? ", where " : ", ", kind.row->arguments[k], *a.single());
    }
    evaluator_.fail(
        p.relation->at,
        fmt::format(
            "'{}' is observed as {}, which {} cannot give: it gives {} from {} to {}{}. Check the data.",
            element_name(v, at), x, kind.row->name, kind.ours->discrete ? "whole numbers" : "numbers",
            s.lower, s.upper, known));
  }
}

}  // namespace cggibbs::bugs
