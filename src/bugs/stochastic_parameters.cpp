// What is not observed: parameters with their supports, names and starts.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "bugs/stochastic_kind.hpp"
#include "graph/var_access.hpp"

namespace cggibbs::bugs {

/// Rows of one relation.
struct StochasticRelations::Part {
  Placed* placed;
  Places rows;
};

std::vector<StochasticRelations::Limits> StochasticRelations::limits(const Placed& p, const Kind& kind,
                                                                     const Places& rows) const {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  std::vector<Limits> out(rows.size());
  if (kind.whole()) return out;
  const Space space = p.space->select(rows);
  if (kind.event()) {
    if (!kind.ours->discrete) return out;
    std::size_t longest = 1;
    for (const auto& a : p.relation->value.args)
      longest = std::max(longest, elements(evaluator_.shape_of(a, space)));
    const EventSupport& s = kind.ours->event->support;
    for (auto& l : out) l = {static_cast<double>(s.lowest), static_cast<double>(longest) + s.beyond};
  } else {
    const std::vector<Value> nothing(kind.ours->arguments.size() - 1, Value(unknown));
    const Support always = support_at(*kind.ours, nothing, 0);
    for (auto& l : out) l = {always.lower, always.upper};
    if (std::isnan(always.lower) || std::isnan(always.upper)) {
      try {
        const auto parameters = parameters_of(evaluator_, p, kind, space);
        for (std::size_t i = 0; i < rows.size(); ++i) {
          const Support s = support_at(*kind.ours, parameters, i);
          out[i] = {s.lower, s.upper};
        }
      } catch (const NotYet&) {
        // Its own density says where it is: the support is the widest.
      }
    }
  }
  for (auto& l : out) {
    if (std::isnan(l.lower)) l.lower = kind.ours->discrete ? 0 : -inf;
    if (std::isnan(l.upper)) l.upper = inf;
  }
  if (p.relation->restriction != Restriction::none) restrict(p, rows, out);
  return out;
}

/// Bounds that are known before sampling.
void StochasticRelations::restrict(const Placed& p, const Places& rows, std::vector<Limits>& out) const {
  try {
    const auto between = bounds_of(evaluator_, *p.relation, p.space->select(rows));
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (between[0].constant()) out[i].lower = std::max(out[i].lower, at_row(between[0], i));
      if (between[1].constant()) out[i].upper = std::min(out[i].upper, at_row(between[1], i));
    }
  } catch (const NotYet&) {
    return;
  }
}

/// Of normal vectors and of counts with a known total any elements may be missing.
void StochasticRelations::check_part(const Placed& p, const Kind& kind, const Places& at) const {
  const auto support = kind.ours->event->support.kind;
  if (support == EventSupport::reals || support == EventSupport::counts) return;
  evaluator_.fail(
      p.relation->at,
      fmt::format(
          "'{}' is observed only in part, and what {} leaves of the rest has no plain form. Give all of its "
          "elements or none (NA for all; known ones then go to the initial values).",
          subset_name(*p.variable, at), kind.row->name));
}

Places StochasticRelations::missing_rows(const Placed& p, const Kind& kind) {
  const Variable& v = *p.variable;
  const std::size_t each = p.event_size();
  if (!p.event.empty() && !kind.whole())
    evaluator_.fail(
        p.relation->target.at,
        fmt::format("{} is a distribution of single numbers, but '{}' has {} elements. Write a loop.",
                    kind.row->name, text_of(evaluator_.source(), p.relation->target.at), each));
  Places rows;
  for (std::uint32_t i = 0; i < p.space->rows; ++i) {
    std::size_t known = 0;
    for (std::size_t e = 0; e < each; ++e) known += v.known(p.targets[i * each + e]) ? 1 : 0;
    observed_ += known;
    if (known == each || v.elements[p.targets[i * each]].made) continue;
    if (known > 0) check_part(p, kind, p.targets_of(i));
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
    const Kind kind = kind_of(evaluator_, *p->relation);
    const Places rows = missing_rows(*p, kind);
    if (rows.empty()) continue;
    if (kind.stated()) {
      state(*p, kind, rows);
      continue;
    }
    if (kind.whole() && kind.ours->event->support.kind != EventSupport::reals) {
      declare_whole(*p, kind, rows);
      continue;
    }
    for_even_rows(rows, [&](const Places& even) {
      const auto found = limits(*p, kind, even);
      for (std::size_t i = 0; i < even.size(); ++i) {
        const Limits& l = found[i];
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
  Variable& v = *parts[0].placed->variable;
  Places at;
  for (const auto& part : parts)
    for (const auto i : part.rows)
      for (const auto t : part.placed->targets_of(i))
        if (!v.known(t)) at.push_back(t);
  if (parts.size() > 1) std::sort(at.begin(), at.end());
  const std::string name = own_name(v, at);
  const Extents n{at.size()};
  const Var node = discrete                          ? builder_.count(name, n)
                   : l.lower == 0 && l.upper == inf  ? builder_.positive(name, n)
                   : l.lower > -inf || l.upper < inf ? builder_.bounded(name, n, l.lower, l.upper)
                                                     : builder_.real(name, n);
  if (discrete) {
    const Limits whole{std::ceil(l.lower), std::floor(l.upper)};
    if (!(whole.lower <= whole.upper))
      evaluator_.fail(parts[0].placed->relation->at,
                      fmt::format("'{}' would have to lie between {} and {}: there is no whole number.", name,
                                  l.lower, l.upper));
    auto& parameter = *VarAccess::node(node).as<ParameterNode>();  // a double holds counts that no int does
    parameter.lower = whole.lower;
    parameter.upper = whole.upper;
  }
  VarAccess::node(node).as<ParameterNode>()->whole =
      std::all_of(parts.begin(), parts.end(),
                  [](const Part& p) { return p.placed->relation->restriction == Restriction::none; });
  add(v, node, at, l);
}

/// Simplexes and matrices, one parameter for each row.
void StochasticRelations::declare_whole(Placed& p, const Kind& kind, const Places& rows) {
  for (const auto i : rows) {
    const Places at = p.targets_of(i);
    const std::string name = own_name(*p.variable, at);
    switch (kind.ours->event->support.kind) {
      case EventSupport::simplex:
        if (p.event.size() != 1)
          evaluator_.fail(
              p.relation->target.at,
              fmt::format("{} is a distribution of vectors of 2 elements or more.", kind.row->name));
        add(*p.variable, builder_.simplex(name, p.event[0]), at, {0, 1});
        break;
      case EventSupport::labels:
        declare_labels(p, name, at);
        break;
      case EventSupport::positive_definite:
        if (!p.event.empty() && (p.event.size() != 2 || p.event[0] != p.event[1]))
          evaluator_.fail(p.relation->target.at,
                          fmt::format("{} is a distribution of square matrices.", kind.row->name));
        add(*p.variable, builder_.positive_definite(name, p.event.empty() ? 1 : p.event[0]), at, {});
        break;
      default:
        declare_counts(p, kind, i);
    }
  }
}

/// Every chain starts with ten clusters or so, blind to the data: all labels would mean as many, one would be hard to leave.
void StochasticRelations::declare_labels(const Placed& p, const std::string& name, const Places& at) {
  const std::size_t n = at.size(), clusters = std::min<std::size_t>(n, 10);
  const Var z = builder_.integer(name, Extents{n}, 1, static_cast<int>(n));
  std::vector<double> start;
  for (std::size_t i = 0; i < n; ++i) start.push_back(static_cast<double>(1 + i % clusters));
  builder_.start(z, std::move(start));
  add(*p.variable, z, at, {1, static_cast<double>(n)});
}

/// Values that follow from others without chance.
void StochasticRelations::state(Placed& p, const Kind& kind, const Places& rows) {
  for_even_rows(rows, [&](const Places& even) {
    const auto a = parameters_of(evaluator_, p, kind, p.space->select(even));
    switch (kind.row->stated) {
      case Stated::no:
        return;
      case Stated::total:
        return store(p, even, sum(a[0]));
      case Stated::interval:
        return store(p, even, sum(map(MapOp::less, {a[1], a[0]})));
      case Stated::rounded:
        const Value unit = power(Value(10.0), map(MapOp::negate, {a[1]}));
        return store(p, even, multiply(map(MapOp::round, {divide(a[0], unit)}), unit));
    }
  });
}

std::string StochasticRelations::own_name(const Variable& v, const Places& at) {
  std::string name = subset_name(v, at);
  for (int copy = 2; !names_.insert(name).second; ++copy)
    name = fmt::format("{} ({})", subset_name(v, at), copy);
  return name;
}

void StochasticRelations::add(Variable& v, const Var& node, const Places& at, const Limits& l) {
  std::vector<std::string> names;
  for (const auto t : at) names.push_back(element_name(v, t));
  builder_.label(node, names);
  const auto piece = static_cast<std::uint32_t>(v.pieces.size());
  v.pieces.emplace_back(node, at.size(), Shape{}, l.lower >= 0);
  for (std::uint32_t k = 0; k < at.size(); ++k) {
    v.elements[at[k]].piece = piece;
    v.elements[at[k]].place = k;
  }
  parameters_.push_back({&v, node, at});
  start(parameters_.back(), l);
}

namespace {

/// A point of the interval, near its bounded end; NaN where there is none to be said.
double inside(double lower, double upper) {
  const auto apart = [](double x) { return 0.1 * (1 + std::abs(x)); };
  if (!(lower < upper) || (lower == -inf && upper == inf)) return std::numeric_limits<double>::quiet_NaN();
  if (lower == -inf) return upper - apart(upper);
  return upper == inf ? lower + apart(lower) : 0.5 * (lower + upper);
}

}  // namespace

void StochasticRelations::start(const DeclaredParameter& d, const Limits& l) {
  const NamedArray* given = inits_.find(d.variable->name);
  const auto& between = d.variable->between;
  if (!given && between.empty()) return;
  if (given && given->values.size() != d.variable->elements.size())
    throw Error(fmt::format("initial values: '{}' has {} elements, but {} were given.", d.variable->name,
                            d.variable->elements.size(), given->values.size()));
  const double middle =
      l.lower > -inf ? (l.upper < inf ? 0.5 * (l.lower + l.upper) : l.lower + 1) : std::min(0.0, l.upper - 1);
  std::vector<double> values;
  bool any = false;
  for (const auto at : d.at) {
    double x = given ? given->values[at] : std::numeric_limits<double>::quiet_NaN();
    if (const auto found = between.find(at); std::isnan(x) && found != between.end())
      x = inside(std::max(found->second.first, l.lower), std::min(found->second.second, l.upper));
    any = any || !std::isnan(x);
    values.push_back(std::isnan(x) ? middle : x);
  }
  if (!any) return;
  try {
    builder_.start(d.node, std::move(values));
  } catch (const Error& e) {
    throw Error(fmt::format("initial values of '{}': {}", d.variable->name, e.what()));
  }
}

}  // namespace cggibbs::bugs
