// Expressions over all rows of a loop at once.
#include "bugs/evaluator.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "base/suggest.hpp"
#include "graph/var_access.hpp"

namespace cggibbs::bugs {
namespace {

bool whole(double x) {
  return x == std::floor(x) && std::abs(x) < 1e9;
}

bool is_range(const Expr& e) {
  return e.kind == ExprKind::call && e.name == ":";
}

/// No continuous parameter moves it.
bool of_whole_numbers(const Value& index) {
  const auto& nodes = VarAccess::draft(index.node())->nodes;
  std::vector<NodeId> open{VarAccess::id(index.node())};
  std::unordered_set<NodeId> seen;
  while (!open.empty()) {
    const Node& node = nodes[open.back()];
    open.pop_back();
    if (const auto* p = node.as<ParameterNode>(); p && p->support != SupportKind::integer) return false;
    for_each_input(node, [&](NodeId i) {
      if (seen.insert(i).second) open.push_back(i);
    });
  }
  return true;
}

/// Of other values, element by element, and not affine.
bool is_function(const Value& v) {
  if (v.constant()) return false;
  const Form* f = v.form();
  while (f && f->kind == Form::Kind::picked) {
    if (!f->inner->form()) return is_function(*f->inner);
    f = f->inner->form();
  }
  if (f) return true;
  const auto& node = VarAccess::draft(v.node())->nodes[VarAccess::id(v.node())];
  return node.as<MapNode>() != nullptr;
}

std::vector<std::string> function_names() {
  std::vector<std::string> out{"length", "dim"};
  for (const auto& row : function_rows()) {
    out.emplace_back(row.name);
    out.insert(out.end(), row.aliases.begin(), row.aliases.end());
  }
  return out;
}

}  // namespace

const Variable& Evaluator::variable(const Expr& e) const {
  const Variable* v = variables_.find(e.name);
  if (!v)
    fail(e.at, fmt::format("'{}' is not defined: neither a relation nor the data say what it is.{}", e.name,
                           did_you_mean(e.name, variables_.names())));
  if (!v->has_shape) throw NotYet{e.at, e.name};
  return *v;
}

Value Evaluator::evaluate(const Expr& e, const Space& space) const {
  switch (e.kind) {
    case ExprKind::number:
      return e.number;
    case ExprKind::reference:
      return reference(e, space);
    case ExprKind::call:
      return call(e, space);
    case ExprKind::missing:
      break;
  }
  fail(e.at, "an expression is missing here.");
}

Value Evaluator::constant(const Expr& e, const Space& space, const char* what) const {
  Value v = evaluate(e, space);
  if (!v.constant())
    fail(e.at, fmt::format("{} must be known before sampling, but '{}' depends on parameters.", what,
                           text_of(source_, e.at)));
  return v;
}

Evaluator::Range Evaluator::range(const Expr& e, const Space& space) const {
  Range out{constant(e.args[0], space, "a range"), constant(e.args[1], space, "a range")};
  for (std::size_t k = 0; k < 2; ++k) {
    const Value& v = k == 0 ? out.first : out.last;
    if (!v.is_number()) fail(e.args[k].at, "a range goes from one number to another; this is an array.");
    for (double x : v.numbers())
      if (!whole(x)) fail(e.args[k].at, fmt::format("a range needs whole numbers, but this is {}.", x));
  }
  return out;
}

Value Evaluator::colon(const Expr& e, const Space& space) const {
  const Index i = index(e, space);
  return {i.values, i.rows, {i.count}};
}

Value Evaluator::call(const Expr& e, const Space& space) const {
  if (e.name == ":") return colon(e, space);
  if (e.name == "length" || e.name == "dim") {
    if (e.args.size() != 1) fail(e.at, fmt::format("{} takes one argument.", e.name));
    const Shape shape = shape_of(e.args[0], space);
    if (e.name == "length") return static_cast<double>(elements(shape));
    std::vector<double> extents(shape.begin(), shape.end());
    if (extents.empty()) extents.push_back(1);
    const std::size_t n = extents.size();
    return {std::move(extents), 1, {n}};
  }
  const FunctionRow* row = find_function(e.name);
  if (!row)
    fail(e.at, fmt::format("there is no function '{}'.{}", e.name, did_you_mean(e.name, function_names())));
  if (e.args.size() < row->least || e.args.size() > row->most)
    fail(e.at, fmt::format("{} takes {} argument{}, {} were given.", e.name,
                           row->least == row->most ? fmt::format("{}", row->least)
                                                   : fmt::format("at least {}", row->least),
                           row->least == 1 ? "" : "s", e.args.size()));
  if (auto once = once_per_class(*row, e, space)) return std::move(*once);
  std::vector<Value> args;
  for (const auto& a : e.args) args.push_back(evaluate(a, space));
  return apply(*row, e, args);
}

Value Evaluator::apply(const FunctionRow& row, const Expr& e, const std::vector<Value>& args) const {
  try {
    return row.apply(args);
  } catch (const SourceError&) {
    throw;
  } catch (const Error& error) {
    fail(e.at, error.what());
  }
}

/// sum(phi[i,]) inside a loop over k is the same for all k: computed for one of them where phi is more than a linear predictor,
/// which had better stay whole.
std::optional<Value> Evaluator::once_per_class(const FunctionRow& row, const Expr& e,
                                               const Space& space) const {
  if (row.shape != ResultShape::number || space.counters.size() < 2) return {};
  std::set<std::string> names;
  collect_names(e, names);
  if (std::all_of(space.counters.begin(), space.counters.end(),
                  [&](const auto& c) { return names.contains(c.first); }))
    return {};
  const RowClasses classes = row_classes(space, names);
  if (2 * classes.first.size() > space.rows) return {};
  const Space some = space.select(classes.first);
  std::vector<Value> args;
  try {
    for (const auto& a : e.args) args.push_back(evaluate(a, some));
  } catch (const Ragged& ragged) {
    std::vector<std::size_t> length;
    for (const auto c : classes.of) length.push_back(ragged.length[c]);
    throw Ragged{std::move(length)};
  }
  if (std::none_of(args.begin(), args.end(), is_function)) return {};
  const Value value = apply(row, e, args);
  return value.rows() == 1 ? value : pick(value, classes.of, space.rows, {});
}

Value Evaluator::reference(const Expr& e, const Space& space) const {
  if (const auto* counter = space.find(e.name)) {
    if (e.bracketed) fail(e.at, fmt::format("'{}' is the counter of a loop: it has no elements.", e.name));
    return {*counter, space.rows, {}};
  }
  const Variable& v = variable(e);
  const auto given = indices(e, space);
  const Reading r = reading(e, given, v);
  if (r.sampled && !of_whole_numbers(*r.sampled)) return chosen(e, given, r);
  if (r.sampled) {
    try {
      const Value source = read_all(*r.variable);
      const Var& index = r.sampled->node();
      const Var from = VarAccess::node_of(VarAccess::draft(index), source.arg());
      return {gather(from, index, 1), r.rows, r.shape, source.nonnegative()};
    } catch (const Error& error) {
      fail(e.at, error.what());
    }
  }
  std::uint32_t undefined = 0;
  auto value = read(*r.variable, r.at, r.rows, r.shape, &undefined);
  if (!value) throw NotYet{e.at, element_name(*r.variable, undefined)};
  return std::move(*value);
}

Evaluator::Index Evaluator::index(const Expr& e, const Space& space) const {
  Index out;
  if (e.kind == ExprKind::missing) {
    out.all = true;
    return out;
  }
  if (is_range(e)) {
    const Range r = range(e, space);
    out.rows = std::max(r.first.rows(), r.last.rows());
    const auto first = [&](std::size_t i) { return r.first.numbers()[r.first.rows() == 1 ? 0 : i]; };
    const auto last = [&](std::size_t i) { return r.last.numbers()[r.last.rows() == 1 ? 0 : i]; };
    Ragged lengths;
    bool even = true;
    for (std::size_t i = 0; i < out.rows; ++i) {
      lengths.length.push_back(last(i) < first(i) ? 0 : static_cast<std::size_t>(last(i) - first(i)) + 1);
      even = even && lengths.length[i] == lengths.length[0];
    }
    if (!even) throw std::move(lengths);
    out.count = lengths.length[0];
    if (out.count == 0)
      fail(e.at, fmt::format("the range {} is empty: it goes from {} to {}.", text_of(source_, e.at),
                             first(0), last(0)));
    out.values.reserve(out.rows * out.count);
    for (std::size_t i = 0; i < out.rows; ++i)
      for (std::size_t k = 0; k < out.count; ++k) out.values.push_back(first(i) + static_cast<double>(k));
    return out;
  }
  Value v = evaluate(e, space);
  out.rows = v.rows();
  out.count = v.row_size();
  if (!v.constant())
    out.sampled = std::move(v);
  else
    out.values = v.numbers();
  return out;
}

std::vector<Evaluator::Index> Evaluator::indices(const Expr& e, const Space& space) const {
  std::vector<Index> out;
  for (const auto& a : e.args) out.push_back(index(a, space));
  return out;
}

Reading Evaluator::reading(const Expr& e, const Space& space) const {
  const Variable& v = variable(e);
  return reading(e, indices(e, space), v);
}

Reading Evaluator::reading(const Expr& e, const std::vector<Index>& given, const Variable& v) const {
  // x and x[] are all of it.
  std::vector<Index> indices = given;
  const bool everything = indices.empty() || (indices.size() == 1 && indices[0].all);
  if (everything) indices.assign(v.shape.size(), Index{{}, 1, 1, true});
  if (v.shape.empty() && indices.size() == 1 && !indices[0].sampled &&
      indices[0].values == std::vector<double>{1})
    indices.clear();
  if (indices.size() != v.shape.size())
    fail(e.at, fmt::format("'{}' has {} {}, but {} {} given here.", v.name, v.shape.size(),
                           v.shape.size() == 1 ? "index" : "indices", indices.size(),
                           indices.size() == 1 ? "is" : "are"));
  Reading out{&v};
  bool sampled = false;
  for (std::size_t d = 0; d < indices.size(); ++d) {
    Index& i = indices[d];
    if (i.all) {
      i.count = v.shape[d];
      for (std::size_t k = 0; k < i.count; ++k) i.values.push_back(static_cast<double>(k + 1));
    }
    out.rows = std::max(out.rows, i.rows);
    sampled = sampled || i.sampled;
    if (i.count != 1) out.shape.push_back(i.count);
    for (double x : i.values)
      if (!whole(x) || x < 1 || x > static_cast<double>(v.shape[d])) {
        const Span at = d < e.args.size() ? e.args[d].at : e.at;
        fail(at, fmt::format("index {} of '{}' is {}, which is not {}.", d + 1, v.name, x,
                             whole(x) ? fmt::format("from 1 to {}", v.shape[d]) : "a whole number"));
      }
  }
  if (sampled) {
    out.sampled = sampled_offset(indices, out);
    return out;
  }
  const std::size_t each = elements(out.shape);
  out.at.resize(out.rows * each);
  std::vector<std::size_t> k(indices.size(), 0);
  for (std::size_t r = 0; r < out.rows; ++r)
    for (std::size_t n = 0; n < each; ++n) {
      std::size_t at = 0, stride = 1;
      for (std::size_t d = 0; d < indices.size(); ++d) {
        at += stride * (static_cast<std::size_t>(indices[d].at(r, k[d])) - 1);
        stride *= v.shape[d];
      }
      out.at[r * each + n] = static_cast<std::uint32_t>(at);
      for (std::size_t d = indices.size(); d-- > 0;) {
        if (++k[d] < indices[d].count) break;
        k[d] = 0;
      }
    }
  return out;
}

/// Indices are not computed: they may be sampled, and not be there yet.
Shape Evaluator::shape_of_reference(const Expr& e, const Space& space) const {
  const Variable& v = variable(e);
  if (e.args.size() == 1 && e.args[0].kind == ExprKind::missing) return v.shape;
  if (e.args.size() != v.shape.size()) return reading(e, space).shape;  // says what is wrong
  Shape out;
  for (std::size_t d = 0; d < e.args.size(); ++d) {
    const Expr& i = e.args[d];
    const std::size_t count = i.kind == ExprKind::missing ? v.shape[d] : elements(shape_of(i, space));
    if (count != 1) out.push_back(count);
  }
  return out;
}

Shape Evaluator::shape_of(const Expr& e, const Space& space) const {
  switch (e.kind) {
    case ExprKind::number:
    case ExprKind::missing:
      return {};
    case ExprKind::reference:
      if (space.find(e.name)) return {};
      if (!e.bracketed) return variable(e).shape;
      return shape_of_reference(e, space);
    case ExprKind::call:
      break;
  }
  if (e.name == ":") return {index(e, space).count};
  if (e.name == "length") return {};
  const FunctionRow* row = find_function(e.name);
  if (!row) return evaluate(e, space).shape();
  switch (row->shape) {
    case ResultShape::number:
      return {};
    case ResultShape::own:
      return evaluate(e, space).shape();
    case ResultShape::elementwise: {
      Shape out;
      for (const auto& a : e.args) {
        Shape shape = shape_of(a, space);
        if (shape.size() > out.size()) out = std::move(shape);
      }
      return out;
    }
    case ResultShape::transposed: {
      Shape out = shape_of(e.args.at(0), space);
      if (out.size() < 2) return {1, elements(out)};
      std::swap(out[0], out[1]);
      return out;
    }
    case ResultShape::matrix_product: {
      const Shape a = shape_of(e.args.at(0), space), b = shape_of(e.args.at(1), space);
      const std::size_t m = a.size() == 2 ? a[0] : 1, n = b.size() == 2 ? b[1] : 1;
      if (n == 1) return m == 1 ? Shape{} : Shape{m};
      return {m, n};
    }
  }
  return {};
}

}  // namespace cggibbs::bugs
