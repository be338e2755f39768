// From x[i] ~ dnorm(mu[i], tau) to parameters with their supports and to factors over arrays.
#include "bugs/stochastic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "base/suggest.hpp"
#include "distributions/event.hpp"

namespace cggibbs::bugs {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

double at_row(const Value& v, std::size_t i) {
  return v.constant() ? v.numbers()[v.rows() == 1 ? 0 : i] : unknown;
}

Support support_at(const Distribution& d, const std::vector<Value>& parameters, std::size_t i) {
  double p[max_arguments];
  for (std::size_t k = 0; k < parameters.size(); ++k) p[k] = at_row(parameters[k], i);
  return d.support(p);
}

}  // namespace

/// What the elements of a row may be; NaN: only sampling tells.
struct StochasticRelations::Limits {
  double lower = -inf, upper = inf;
  auto operator<=>(const Limits&) const = default;
};

struct StochasticRelations::Kind {
  const DistributionRow* row;
  const Distribution* ours;
  bool event() const { return ours->event != nullptr; }
  /// The variate is a vector.
  bool vector_variate() const { return event() && ours->event->shapes[0] != EventShape::number; }
  /// Its elements are bound to each other.
  bool whole() const {
    return event() && (ours->event->support.kind == EventSupport::simplex ||
                       ours->event->support.kind == EventSupport::positive_definite);
  }
};

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
  if (r.restriction == Restriction::censored)
    evaluator_.fail(r.at, "I(,) is not supported: write T(,) for truncation, or dinterval for censoring.");
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

std::vector<StochasticRelations::Limits> StochasticRelations::limits(const Placed& p, const Kind& kind,
                                                                     const Places& rows) const {
  std::vector<Limits> out(rows.size());
  if (kind.vector_variate()) return out;
  if (kind.event()) {
    const EventSupport& support = kind.ours->event->support;
    if (support.kind != EventSupport::category) return out;
    const auto& shapes = kind.ours->event->shapes;
    const auto vector = std::find(shapes.begin() + 1, shapes.end(), EventShape::vector) - shapes.begin() - 1;
    const Shape shape =
        evaluator_.shape_of(p.relation->value.args[static_cast<std::size_t>(vector)], p.space->select(rows));
    const auto length = static_cast<double>(elements(shape));
    for (auto& l : out) l = {double(support.lowest), length + support.beyond};
    return out;
  }
  const std::vector<Value> nothing(kind.ours->arguments.size() - 1, Value(unknown));
  Support support = support_at(*kind.ours, nothing, 0);
  if (!std::isnan(support.lower) && !std::isnan(support.upper)) {
    for (auto& l : out) l = {support.lower, support.upper};
  } else {
    try {
      const auto parameters = parameters_of(p, kind, p.space->select(rows));
      for (std::size_t i = 0; i < rows.size(); ++i) {
        support = support_at(*kind.ours, parameters, i);
        out[i] = {support.lower, support.upper};
      }
    } catch (const NotYet&) {
      for (auto& l : out) l = {unknown, unknown};
    }
  }
  if (p.relation->restriction != Restriction::none) restrict(p, rows, out);
  return out;
}

/// Bounds that are known before sampling narrow the support; all others are the factor's to tell.
void StochasticRelations::restrict(const Placed& p, const Places& rows, std::vector<Limits>& out) const {
  const Relation& r = *p.relation;
  const Space space = p.space->select(rows);
  const auto known = [&](const Expr& e) -> std::optional<Value> {
    try {
      Value v = evaluator_.evaluate(e, space);
      if (v.constant() && v.is_number()) return v;
    } catch (const NotYet&) {
    }
    return std::nullopt;
  };
  // NaN: only sampling tells. A bound that is known beside it is one all the same.
  if (const auto v = r.lower ? known(*r.lower) : std::nullopt)
    for (std::size_t i = 0; i < out.size(); ++i) out[i].lower = std::fmax(out[i].lower, at_row(*v, i));
  if (const auto v = r.upper ? known(*r.upper) : std::nullopt)
    for (std::size_t i = 0; i < out.size(); ++i) out[i].upper = std::fmin(out[i].upper, at_row(*v, i));
}

/// Rows of one relation.
struct StochasticRelations::Part {
  Placed* placed;
  Places rows;
};

Places StochasticRelations::missing_rows(const Placed& p, const Kind& kind) {
  const Variable& v = *p.variable;
  const std::size_t each = p.event_size();
  if (!p.event.empty() && !kind.vector_variate())
    evaluator_.fail(
        p.relation->target.at,
        fmt::format("{} is a distribution of single numbers, but '{}' has {} elements. Write a loop.",
                    kind.row->name, text_of(evaluator_.source(), p.relation->target.at), each));
  Places rows;
  for (std::uint32_t i = 0; i < p.space->rows; ++i) {
    std::size_t known = 0;
    for (std::size_t e = 0; e < each; ++e) known += v.known(p.targets[i * each + e]) ? 1 : 0;
    observed_ += known;
    if (known == each) continue;
    if (known > 0)
      evaluator_.fail(
          p.relation->at,
          fmt::format("'{}' is observed only in part; vectors must be observed whole or not at all.",
                      subset_name(v, p.targets_of(i))));
    rows.push_back(i);
  }
  // In the order of R's arrays.
  std::stable_sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) {
    return p.targets[a * each] < p.targets[b * each];
  });
  return rows;
}

void StochasticRelations::add_parameters(Placed& p) {
  add_parameters(std::vector<Placed*>{&p});
}

void StochasticRelations::add_parameters(const std::vector<Placed*>& series) {
  std::vector<std::pair<Limits, bool>> order;  // of appearance
  std::map<std::tuple<double, double, bool>, std::vector<Part>> groups;
  for (Placed* p : series) {
    const Kind kind = kind_of(*p->relation);
    const Places rows = missing_rows(*p, kind);
    if (rows.empty()) continue;
    if (kind.whole()) {
      for (const auto i : rows) declare_whole(*p, i, kind);
      continue;
    }
    for_even_rows(rows, [&](const Places& even) {
      const auto found = limits(*p, kind, even);
      for (std::size_t i = 0; i < even.size(); ++i) {
        Limits l = found[i];
        if (std::isnan(l.lower)) l.lower = kind.ours->discrete ? 0 : -inf;
        if (std::isnan(l.upper)) l.upper = inf;
        if (!(l.lower < l.upper))
          evaluator_.fail(p->relation->at,
                          fmt::format("'{}' would have to lie between {} and {}: there is nothing between.",
                                      element_name(*p->variable, p->targets[even[i] * p->event_size()]),
                                      l.lower, l.upper));
        auto& parts = groups[{l.lower, l.upper, kind.ours->discrete}];
        if (parts.empty()) order.emplace_back(l, kind.ours->discrete);
        if (parts.empty() || parts.back().placed != p) parts.push_back({p, {}});
        parts.back().rows.push_back(even[i]);
      }
    });
  }
  for (const auto& [l, discrete] : order) declare(groups[{l.lower, l.upper, discrete}], l, discrete);
}

void StochasticRelations::declare(const std::vector<Part>& parts, const Limits& l, bool discrete) {
  const Placed& first = *parts[0].placed;
  const Variable& v = *first.variable;
  Places at;
  for (const auto& part : parts)
    for (const auto i : part.rows)
      for (const auto t : part.placed->targets_of(i)) at.push_back(t);
  if (parts.size() > 1) std::sort(at.begin(), at.end());
  std::vector<std::string> names;
  for (const auto t : at) names.push_back(element_name(v, t));
  const std::string name = unused_name(v, at);
  const bool left = l.lower > -inf, right = l.upper < inf;
  if (kind_of(*first.relation).vector_variate() && discrete)
    evaluator_.fail(first.relation->at,
                    fmt::format("'{}' is a vector of whole numbers and not observed: such parameters are not "
                                "supported.",
                                name));
  const std::size_t n = at.size();
  const bool shifted = left != right && !(left && l.lower == 0);
  const Var node = discrete && !right ? builder_.count(name, {n})
                   : discrete
                       ? builder_.integer(name, n, static_cast<int>(l.lower), static_cast<int>(l.upper))
                   : left && right ? builder_.bounded(name, n, l.lower, l.upper)
                   : left || right ? builder_.positive(name, n)
                                   : builder_.real(name, n);
  builder_.label(node, names);
  Value value(node, n, {}, l.lower >= 0);
  if (shifted) {
    builder_.hide(node);
    value = left ? add(value, l.lower) : subtract(l.upper, value);
    value = Value(value.node(), n, {}, l.lower >= 0);
  }
  adopt(*parts[0].placed->variable, name, node, value, at, shifted, l);
}

std::string StochasticRelations::unused_name(const Variable& v, const Places& at) {
  std::string name = subset_name(v, at);
  for (int copy = 2; !names_.insert(name).second; ++copy)
    name = fmt::format("{} ({})", subset_name(v, at), copy);
  return name;
}

void StochasticRelations::adopt(Variable& v, const std::string& name, const Var& node, const Value& value,
                                const Places& at, bool shifted, const Limits& l) {
  const auto piece = static_cast<std::uint32_t>(v.pieces.size());
  v.pieces.push_back(value);
  for (std::uint32_t k = 0; k < at.size(); ++k) {
    v.elements[at[k]].piece = piece;
    v.elements[at[k]].place = k;
  }
  parameters_.push_back({name, &v, node, value, at, shifted});
  start(parameters_.back(), l);
}

void StochasticRelations::declare_whole(Placed& p, std::uint32_t row, const Kind& kind) {
  Variable& v = *p.variable;
  Places at;
  std::vector<std::string> names;
  for (const auto t : p.targets_of(row)) {
    at.push_back(t);
    names.push_back(element_name(v, t));
  }
  const std::string name = unused_name(v, at);
  const bool simplex = kind.ours->event->support.kind == EventSupport::simplex;
  if (!simplex && (p.event.size() != 2 || p.event[0] != p.event[1]))
    evaluator_.fail(p.relation->at, fmt::format("{} is a distribution of square matrices, which '{}' is not.",
                                                kind.row->name, name));
  try {
    const Var node =
        simplex ? builder_.simplex(name, at.size()) : builder_.positive_definite(name, p.event[0]);
    builder_.label(node, names);
    adopt(v, name, node, Value(node, at.size(), {}, simplex), at, false, {});
  } catch (const SourceError&) {
    throw;
  } catch (const Error& e) {
    evaluator_.fail(p.relation->at, e.what());
  }
}

void StochasticRelations::start(const DeclaredParameter& d, const Limits& l) {
  const NamedArray* given = inits_.find(d.variable->name);
  if (!given) return;
  if (given->values.size() != d.variable->elements.size())
    throw Error(fmt::format("initial values: '{}' has {} elements, but {} were given.", d.variable->name,
                            d.variable->elements.size(), given->values.size()));
  std::vector<double> values;
  bool any = false;
  for (const auto at : d.at) {
    double x = given->values[at];
    any = any || !std::isnan(x);
    if (std::isnan(x))
      x = l.lower > -inf ? (l.upper < inf ? 0.5 * (l.lower + l.upper) : l.lower + 1)
                         : std::min(0.0, l.upper - 1);
    if (d.shifted) x = l.lower > -inf ? x - l.lower : l.upper - x;
    values.push_back(x);
  }
  if (any) builder_.start(d.node, std::move(values));
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
  std::vector<Value> parameters = parameters_of(p, kind, p.space->select(rows));
  const Distribution* ours = kind.ours;
  if (!kind.event())
    for (std::size_t k = 0; k < parameters.size(); ++k)
      if (!parameters[k].is_number())
        evaluator_.fail(p.relation->value.args[std::min(k, p.relation->value.args.size() - 1)].at,
                        fmt::format("{} takes numbers, but this is an array of {} elements.", kind.row->name,
                                    parameters[k].row_size()));
  if (observed) check_observed(p, rows, kind, parameters);
  if (const Form* f = parameters[0].form(); f && f->kind == Form::Kind::function)
    for (const auto& linked : kind.row->linked)
      if (linked.inverse_link == f->op) {
        ours = find_distribution(linked.ours);
        parameters[0] = *f->inner;
        break;
      }
  Places at;
  for (const auto i : rows)
    for (const auto t : p.targets_of(i)) at.push_back(t);
  std::uint32_t undefined = 0;
  const auto variate = read(*p.variable, at, rows.size(), p.event, &undefined);
  std::vector<Value> all{*variate};
  all.insert(all.end(), parameters.begin(), parameters.end());
  if (std::all_of(all.begin(), all.end(), [](const Value& a) { return a.constant(); })) return;
  std::vector<Arg> args;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Value& a = all[k];
    if (!kind.event() || (a.is_number() && ours->event->shapes[k] == EventShape::number)) {
      args.push_back(a.arg());
      continue;
    }
    if (a.is_number()) {  // one number stands for a vector
      args.emplace_back(reshape(a.constant() ? builder_.data(a.numbers()) : a.node(), {a.rows(), 1}));
      continue;
    }
    Extents shape = a.shape();
    if (a.rows() > 1) shape.insert(shape.begin(), a.rows());
    args.emplace_back(reshape(a.constant() ? builder_.data(a.numbers()) : a.node(), shape));
  }
  try {
    const bool known =
        std::all_of(parameters.begin(), parameters.end(), [](const Value& a) { return a.constant(); });
    if (!add_truncated(p, rows, *ours, args, known)) builder_.factor(ours->name, args);
  } catch (const SourceError&) {
    throw;
  } catch (const Error& e) {
    evaluator_.fail(p.relation->at, e.what());
  }
}

bool StochasticRelations::add_truncated(const Placed& p, const Places& rows, const Distribution& ours,
                                        const std::vector<Arg>& args, bool known) {
  const Relation& r = *p.relation;
  if (r.restriction != Restriction::truncated) return false;
  if (ours.event) evaluator_.fail(r.at, fmt::format("{} cannot be truncated with T(,).", r.value.name));
  const auto bound = [&](const auto& e, double none) {
    return e ? evaluator_.evaluate(*e, p.space->select(rows)) : Value(none);
  };
  const Value lower = bound(r.lower, -inf), upper = bound(r.upper, inf);
  // With known parameters the support says it all, up to a constant.
  if (known && lower.constant() && upper.constant()) return false;
  builder_.truncated(ours.name, args, lower.arg(), upper.arg());
  return true;
}

void StochasticRelations::check_observed(const Placed& p, const Places& rows, const Kind& kind,
                                         const std::vector<Value>& parameters) const {
  if (kind.event()) return;
  const Variable& v = *p.variable;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto at = p.targets[rows[i]];
    const double x = v.numbers[at];
    const Support s = support_at(*kind.ours, parameters, i);
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
