// Values: constants, nodes, and nodes that are made when somebody needs them.
#include "bugs/value.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "graph/var_access.hpp"

namespace cggibbs::bugs {

std::size_t elements(const Shape& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
}

struct Value::Lazy {
  std::optional<Form> form;
  std::optional<Var> node;
};

Value::Value(Var node, std::size_t rows, Shape shape, bool nonnegative)
    : shape_(std::move(shape)),
      rows_(rows),
      lazy_(std::make_shared<Lazy>(Lazy{std::nullopt, std::move(node)})),
      nonnegative_(nonnegative) {}

Value::Value(Form form, std::size_t rows, Shape shape, bool nonnegative)
    : shape_(std::move(shape)),
      rows_(rows),
      lazy_(std::make_shared<Lazy>(Lazy{std::move(form), std::nullopt})),
      nonnegative_(nonnegative) {}

bool Value::nonnegative() const {
  if (!constant()) return nonnegative_;
  return std::all_of(numbers_.begin(), numbers_.end(), [](double x) { return x >= 0; });
}

const Form* Value::form() const {
  return lazy_ && lazy_->form ? &*lazy_->form : nullptr;
}

Arg Value::arg() const {
  return constant() ? Arg(numbers_) : Arg(node());
}

Value Value::arranged(std::size_t rows, Shape shape) const {
  Value out = *this;
  out.rows_ = rows;
  out.shape_ = std::move(shape);
  return out;
}

namespace {

/// The node of an elementwise function; arguments have one common length or length 1.
Var map_node(MapOp op, const std::vector<Value>& args) {
  VarAccess::DraftPtr draft;
  std::size_t n = 1;
  for (const auto& a : args) {
    n = std::max(n, a.size());
    if (!a.constant()) draft = VarAccess::draft(a.node());
  }
  MapNode node{op, {}};
  for (const auto& a : args) node.inputs.push_back(VarAccess::id(VarAccess::node_of(draft, a.arg())));
  return VarAccess::append(draft, n, std::move(node));
}

std::vector<double> compute(MapOp op, const std::vector<Value>& args, std::size_t n) {
  std::vector<ArgView> views;
  for (const auto& a : args) views.push_back({a.numbers().data(), a.numbers().size() == 1 ? 0U : 1U});
  std::vector<double> out(n);
  function(op).apply(n, views.data(), views.size(), out.data());
  return out;
}

bool is_identity(const Places& at, std::size_t size) {
  if (at.size() != size) return false;
  for (std::size_t i = 0; i < at.size(); ++i)
    if (at[i] != i) return false;
  return true;
}

Value shared_form(Form::Kind kind, MapOp op, double exponent, const Value& inner, bool nonnegative) {
  return {Form{kind, op, exponent, nullptr, std::make_shared<const Value>(inner)}, inner.rows(),
          inner.shape(), nonnegative};
}

bool never_negative(MapOp op) {
  switch (op) {
    case MapOp::exp:
    case MapOp::inv_logit:
    case MapOp::normal_cdf:
    case MapOp::inv_cloglog:
    case MapOp::abs:
    case MapOp::square:
    case MapOp::sqrt:
    case MapOp::step:
    case MapOp::equals:
    case MapOp::log1p_exp:
      return true;
    default:
      return false;
  }
}

/// x^k of what is not negative.
Var power_node(const Value& x, double k) {
  if (k == -1) return map_node(MapOp::inverse, {x});
  if (k == 2) return map_node(MapOp::square, {x});
  if (k == 0.5) return map_node(MapOp::sqrt, {x});
  return map_node(MapOp::power, {x, Value(k)});
}

}  // namespace

const Var& Value::node() const {
  if (!lazy_->node) {
    const Form& f = *lazy_->form;
    switch (f.kind) {
      case Form::Kind::function:
        lazy_->node = map_node(f.op, {*f.inner});
        break;
      case Form::Kind::power:
        lazy_->node = power_node(*f.inner, f.exponent);
        break;
      case Form::Kind::picked:
        lazy_->node = gather(f.inner->node(), *f.at);
        break;
    }
  }
  return *lazy_->node;
}

Value map(MapOp op, const std::vector<Value>& args) {
  Shape shape;
  std::size_t rows = 1;
  bool constant = true, nonnegative = true;
  for (const auto& a : args) {
    if (!a.is_number()) {
      // A matrix of one column or row goes with a vector: R drops such axes.
      if (!shape.empty() && a.shape() != shape && elements(shape) != a.row_size())
        throw Error(fmt::format("arrays of {} and {} do not go together.", fmt::join(shape, " x "),
                                fmt::join(a.shape(), " x ")));
      if (a.shape().size() > shape.size()) shape = a.shape();
    }
    rows = std::max(rows, a.rows());
    constant = constant && a.constant();
    nonnegative = nonnegative && a.nonnegative();
  }
  const std::size_t each = elements(shape);
  std::vector<Value> even;
  for (const auto& a : args)
    even.push_back(a.size() == 1 || a.size() == rows * each ? a : spread(a, rows, shape));
  const std::size_t n = rows * each;
  if (constant) return {compute(op, even, n), rows, std::move(shape)};
  const bool keeps = op == MapOp::add || op == MapOp::multiply || op == MapOp::divide ||
                     op == MapOp::minimum || op == MapOp::maximum || op == MapOp::power;
  Var node = map_node(op, even);
  return {std::move(node), rows, std::move(shape), never_negative(op) || (keeps && nonnegative)};
}

Value function_of(MapOp op, const Value& a) {
  if (a.constant()) return map(op, {a});
  if (const Form* f = a.form(); f && f->kind == Form::Kind::picked && f->inner->size() < a.size())
    return pick(function_of(op, *f->inner), *f->at, a.rows(), a.shape());
  return shared_form(Form::Kind::function, op, 1, a,
                     never_negative(op) || (op == MapOp::log1p && a.nonnegative()));
}

Value add(const Value& a, const Value& b) {
  return map(MapOp::add, {a, b});
}
Value subtract(const Value& a, const Value& b) {
  return map(MapOp::subtract, {a, b});
}
Value multiply(const Value& a, const Value& b) {
  if (!a.constant() && !b.constant() && a.nonnegative() && a.size() == b.size() && !a.form() && !b.form() &&
      VarAccess::id(a.node()) == VarAccess::id(b.node()))
    return power(a, 2.0);
  return map(MapOp::multiply, {a, b});
}
Value divide(const Value& a, const Value& b) {
  if (a.single() == 1.0 && !b.constant()) return power(b, -1.0);
  return map(MapOp::divide, {a, b});
}

Value power(const Value& a, const Value& b) {
  const auto k = b.single();
  if (a.constant() || !k) return map(MapOp::power, {a, b});
  if (*k == 1) return a;
  const Form* f = a.form();
  if (f && f->kind == Form::Kind::picked && f->inner->size() < a.size())
    return pick(power(*f->inner, b), *f->at, a.rows(), a.shape());
  if (f && f->kind == Form::Kind::function && f->op == MapOp::exp)
    return function_of(MapOp::exp, multiply(*f->inner, b));
  if (!a.nonnegative()) {
    if (*k == 2) return map(MapOp::square, {a});
    if (*k == -1) return map(MapOp::inverse, {a});
    return map(MapOp::power, {a, b});
  }
  if (f && f->kind == Form::Kind::power) {
    const double both = f->exponent * *k;
    return both == 1 ? *f->inner : shared_form(Form::Kind::power, MapOp::power, both, *f->inner, true);
  }
  if (f && f->kind == Form::Kind::function && f->op == MapOp::sqrt && f->inner->nonnegative()) {
    const double both = 0.5 * *k;
    return both == 1 ? *f->inner : shared_form(Form::Kind::power, MapOp::power, both, *f->inner, true);
  }
  return shared_form(Form::Kind::power, MapOp::power, *k, a, true);
}

Value pick(const Value& source, Places at, std::size_t rows, Shape shape) {
  if (source.constant()) {
    std::vector<double> out(at.size());
    for (std::size_t i = 0; i < at.size(); ++i) out[i] = source.numbers()[at[i]];
    return {std::move(out), rows, std::move(shape)};
  }
  if (is_identity(at, source.size())) return source.arranged(rows, std::move(shape));
  const Form* f = source.form();
  if (f && f->kind == Form::Kind::picked) {
    for (auto& i : at) i = (*f->at)[i];
    return pick(*f->inner, std::move(at), rows, std::move(shape));
  }
  if (f && (f->inner->size() == source.size())) {
    // The link of what is picked stays visible.
    Form out = *f;
    out.inner = std::make_shared<const Value>(pick(*f->inner, std::move(at), rows, shape));
    return {std::move(out), rows, std::move(shape), source.nonnegative()};
  }
  Form out{Form::Kind::picked};
  out.at = std::make_shared<const Places>(std::move(at));
  out.inner = std::make_shared<const Value>(source);
  return {std::move(out), rows, std::move(shape), source.nonnegative()};
}

Value stack(const std::vector<Value>& parts, std::size_t rows, Shape shape) {
  std::vector<double> offset;
  VarAccess::DraftPtr draft;
  bool nonnegative = true;
  for (const auto& p : parts) {
    if (p.constant())
      offset.insert(offset.end(), p.numbers().begin(), p.numbers().end());
    else
      offset.insert(offset.end(), p.size(), 0.0);
    if (!p.constant()) draft = VarAccess::draft(p.node());
    nonnegative = nonnegative && p.nonnegative();
  }
  if (!draft) return {std::move(offset), rows, std::move(shape)};
  const std::size_t n = offset.size();
  LinearNode node{std::move(offset), {}};
  std::size_t first = 0;
  for (const auto& p : parts) {
    if (!p.constant()) {
      SparseMatrix m{n, p.size(), std::vector<std::size_t>(p.size() + 1), Places(p.size()),
                     std::vector<double>(p.size(), 1.0)};
      std::iota(m.start.begin(), m.start.end(), 0U);
      std::iota(m.row.begin(), m.row.end(), static_cast<std::uint32_t>(first));
      node.terms.push_back({VarAccess::id(p.node()), Columns::from(std::move(m))});
    }
    first += p.size();
  }
  return {VarAccess::append(draft, n, std::move(node)), rows, std::move(shape), nonnegative};
}

Value spread(const Value& a, std::size_t rows, const Shape& shape) {
  const std::size_t each = elements(shape);
  if (a.rows() == rows && a.row_size() == each) return a.arranged(rows, shape);
  Places at(rows * each);
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t e = 0; e < each; ++e)
      at[r * each + e] =
          static_cast<std::uint32_t>((a.rows() == 1 ? 0 : r * a.row_size()) + (a.row_size() == 1 ? 0 : e));
  return pick(a, std::move(at), rows, shape);
}

Value sum(const Value& a) {
  const std::size_t rows = a.rows(), each = a.row_size();
  if (each == 1) return a.arranged(rows, {});
  if (a.constant()) {
    std::vector<double> out(rows, 0.0);
    for (std::size_t i = 0; i < a.size(); ++i) out[i / each] += a.numbers()[i];
    return {std::move(out), rows, {}};
  }
  Places segment(a.size());
  for (std::size_t i = 0; i < segment.size(); ++i) segment[i] = static_cast<std::uint32_t>(i / each);
  return {segment_sum(a.node(), segment, rows), rows, {}, a.nonnegative()};
}

Value inner_product(const Value& a, const Value& b) {
  if (a.row_size() != b.row_size())
    throw Error(
        fmt::format("arrays of {} and {} elements have no inner product.", a.row_size(), b.row_size()));
  if (b.constant() && !a.constant()) return inner_product(b, a);
  // Rows of numbers times one array of parameters: a matrix, as designs are.
  if (a.constant() && !b.constant() && b.rows() == 1) {
    const std::size_t n = a.rows(), d = a.row_size();
    DenseMatrix m{n, d, std::vector<double>(n * d)};
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < d; ++j) m.values[j * n + i] = a.numbers()[i * d + j];
    return {linear(std::move(m), b.node()), n, {}};
  }
  return sum(multiply(a.arranged(a.rows(), {a.row_size()}), b.arranged(b.rows(), {b.row_size()})));
}

}  // namespace cggibbs::bugs
