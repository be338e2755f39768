// From x[i] ~ dnorm(mu[i], tau) to factors over arrays.
#include "bugs/stochastic.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/suggest.hpp"
#include "bugs/stochastic_kind.hpp"
#include "distributions/event_draws.hpp"
#include "graph/var_access.hpp"

namespace cggibbs::bugs {

Kind kind_of(const Evaluator& evaluator, const Relation& r) {
  const DistributionRow* row = find_row(r.value.name);
  if (!row) {
    std::vector<std::string> names;
    for (const auto& known : distribution_rows()) names.emplace_back(known.name);
    evaluator.fail(r.value.at, fmt::format("there is no distribution '{}'.{}", r.value.name,
                                           did_you_mean(r.value.name, names)));
  }
  if (row->open() ? r.value.args.empty() : r.value.args.size() != row->arguments.size())
    evaluator.fail(r.value.at, fmt::format("{} takes {} argument{}, {} {} given.", row->name,
                                           row->arguments.size(), row->arguments.size() == 1 ? "" : "s",
                                           r.value.args.size(), r.value.args.size() == 1 ? "was" : "were"));
  const Distribution* ours = find_distribution(row->ours);
  if (!ours) ours = find_event_distribution(row->ours);
  if (r.restriction != Restriction::none && ours->event)
    evaluator.fail(r.at, fmt::format("{} cannot be truncated.", row->name));
  return {row, ours};
}

std::vector<Value> parameters_of(const Evaluator& evaluator, const Placed& p, const Kind& kind,
                                 const Space& space) {
  std::vector<Value> args;
  for (const auto& a : p.relation->value.args) args.push_back(evaluator.evaluate(a, space));
  try {
    return kind.row->parameters(args);
  } catch (const SourceError&) {
    throw;
  } catch (const Error& e) {
    evaluator.fail(p.relation->value.at, e.what());
  }
}

bool fits(const EventDistribution& e, std::size_t n, const std::vector<Event>& a) {
  const auto& shapes = e.shapes;
  std::size_t d = shapes[0] == EventShape::vector ? n : 0;
  if (shapes[0] == EventShape::matrix)
    d = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(n))));
  bool good = shapes[0] != EventShape::matrix || d * d == n;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (shapes[k + 1] == EventShape::number) good = good && a[k].size() == 1;
    if (shapes[k + 1] == EventShape::vector && d == 0) d = a[k].size();
    if (shapes[k + 1] == EventShape::vector) good = good && a[k].size() == d;
    if (shapes[k + 1] == EventShape::matrix) good = good && a[k].size() == d * d;
  }
  return good;
}

std::string call_in_words(const Evaluator& evaluator, const Placed& p, const Kind& kind, std::uint32_t row) {
  std::string out{kind.row->name};
  const char* sign = "(";
  for (std::size_t k = 0; k < p.relation->value.args.size(); ++k) {
    const Value a = evaluator.evaluate(p.relation->value.args[k], p.space->select({row}));
    out += sign;
    if (!kind.row->open()) out += fmt::format("{} = ", kind.row->arguments[k]);
    constexpr std::size_t most = 9;
    out += a.single()                                   ? fmt::format("{}", *a.single())
           : a.constant() && a.numbers().size() <= most ? fmt::format("({})", fmt::join(a.numbers(), ", "))
                                                        : "...";
    sign = ", ";
  }
  return out + ")";
}

std::vector<Value> bounds_of(const Evaluator& evaluator, const Relation& r, const Space& space) {
  const auto number = [&](const std::optional<Expr>& e, double none) {
    if (!e) return Value(none);
    Value v = evaluator.evaluate(*e, space);
    if (!v.is_number()) evaluator.fail(e->at, "a bound must be a number; this is an array.");
    return v;
  };
  return {number(r.lower, -inf), number(r.upper, inf)};
}

void StochasticRelations::add_factors(const Placed& p) {
  const Variable& v = *p.variable;
  const std::size_t each = p.event_size();
  const bool stated = kind_of(evaluator_, *p.relation).stated();
  Places observed, in_part;
  std::map<std::uint32_t, Places> missing;  // by parameter
  for (std::uint32_t i = 0; i < p.space->rows; ++i) {
    const std::uint32_t piece = v.elements[p.targets[i * each]].piece;
    bool one = true;
    for (std::size_t e = 1; e < each; ++e) one = one && v.elements[p.targets[i * each + e]].piece == piece;
    if (!one)
      in_part.push_back(i);
    else if (piece == nowhere)
      observed.push_back(i);
    else if (!stated)
      missing[piece].push_back(i);
  }
  if (!in_part.empty()) for_even_rows(in_part, [&](const Places& even) { add_factor(p, even, false); });
  for (auto& [piece, rows] : missing) {
    std::sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) {
      return v.elements[p.targets[a * each]].place < v.elements[p.targets[b * each]].place;
    });
    for_even_rows(rows, [&](const Places& even) { add_factor(p, even, false); });
  }
  if (!observed.empty()) for_even_rows(observed, [&](const Places& even) { add_factor(p, even, true); });
}

void StochasticRelations::add_factor(const Placed& p, const Places& rows, bool observed) {
  const Kind kind = kind_of(evaluator_, *p.relation);
  if (kind.row->stated == Stated::total) return;  // see Constraints
  const Space space = p.space->select(rows);
  std::vector<Value> parameters = parameters_of(evaluator_, p, kind, space);
  const Distribution* ours = kind.ours;
  if (!kind.event())
    for (std::size_t k = 0; k < parameters.size(); ++k)
      if (!parameters[k].is_number())
        evaluator_.fail(p.relation->value.args[std::min(k, p.relation->value.args.size() - 1)].at,
                        fmt::format("{} takes numbers, but this is an array of {} elements.", kind.row->name,
                                    parameters[k].row_size()));
  check_parameters(p, rows, kind, parameters);
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
  if (observed && all[0].size() > 1) {  // named, for those who look at the graph
    const Var y = builder_.data(all[0].numbers());
    VarAccess::node(y).name = p.variable->name;
    all[0] = {y, all[0].rows(), all[0].shape(), all[0].nonnegative()};
  }
  all.insert(all.end(), parameters.begin(), parameters.end());
  const auto constant = [](const Value& a) { return a.constant(); };
  try {
    if (kind.row->stated == Stated::rounded) {
      const Value half = multiply(power(Value(10.0), map(MapOp::negate, {parameters[1]})), 0.5);
      builder_.increment(
          log_within(parameters[0].arg(), subtract(all[0], half).arg(), bugs::add(all[0], half).arg()));
      return;
    }
    if (p.relation->restriction == Restriction::none) {
      builder_.factor(ours->name, arguments(kind, all));
      return;
    }
    const std::vector<Value> between = bounds_of(evaluator_, *p.relation, space);
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

/// What is known before sampling must be parameters of a distribution: chains would look for a start in vain.
void StochasticRelations::check_parameters(const Placed& p, const Places& rows, const Kind& kind,
                                           const std::vector<Value>& parameters) const {
  if (kind.stated()) return;
  bool all = true, alike = true;
  for (const auto& a : parameters) {
    all = all && a.constant();
    alike = alike && (!a.constant() || a.rows() == 1);
  }
  Rng rng(1, 0);
  for (std::size_t i = 0; i < (alike ? 1 : rows.size()); ++i) {
    std::vector<Event> known;
    bool valid = true;
    for (const auto& a : parameters) {
      if (!a.constant()) continue;
      known.emplace_back(a.numbers().data() + (a.rows() == 1 ? 0 : i * a.row_size()), a.row_size());
      for (const double x : known.back()) valid = valid && std::isfinite(x);
    }
    if (valid && all && !kind.event()) {
      double a[max_arguments] = {};
      for (std::size_t k = 0; k < known.size() && k + 1 < max_arguments; ++k) a[k + 1] = known[k][0];
      a[0] = kind.ours->draw(rng, a + 1);
      valid = kind.ours->log_density(a) > -inf;
    } else if (valid && all && kind.event() && find_event_draw(kind.ours->name) &&
               fits(*kind.ours->event, p.event_size(), known)) {
      std::vector<double> x(p.event_size());
      find_event_draw(kind.ours->name)(rng, known.data(), x);
      known.insert(known.begin(), Event(x));
      valid = kind.ours->event->log_density(known.data()) > -inf;
    }
    if (!valid)
      evaluator_.fail(p.relation->value.at,
                      fmt::format("'{}' has no distribution: there is no {}. Check its arguments.",
                                  subset_name(*p.variable, p.targets_of(rows[i])),
                                  call_in_words(evaluator_, p, kind, rows[i])));
  }
}

void StochasticRelations::check_observed(const Placed& p, const Places& rows, const Kind& kind,
                                         const std::vector<Value>& parameters) const {
  if (kind.event()) return;
  const Variable& v = *p.variable;
  std::vector<Value> between{-inf, inf};
  if (p.relation->restriction != Restriction::none)
    between = bounds_of(evaluator_, *p.relation, p.space->select(rows));
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
