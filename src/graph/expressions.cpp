// Expressions of the public builder: what is said about Vars becomes nodes of the draft.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <unordered_set>

#include "graph/var_access.hpp"

namespace cggibbs {

const VarAccess::DraftPtr& VarAccess::draft(const Var& v) {
  if (v.draft_->closed)
    throw Error(
        "a variable is used after its model was built (or its builder is gone). Write the whole model before "
        "build(), and a further model with variables of its own.");
  return v.draft_;
}

Var VarAccess::append(const DraftPtr& draft, std::size_t n, decltype(Node::body) body, Extents shape) {
  draft->nodes.push_back({"", n, std::move(body)});
  return {std::move(shape), static_cast<NodeId>(draft->nodes.size() - 1), draft};
}

Var VarAccess::node_of(const DraftPtr& draft, const Arg& a) {
  if (!a.var_.draft_) return data(draft, a.constant_);
  if (VarAccess::draft(a.var_) != draft)
    throw Error("an expression mixes variables of two models; build each model on its own.");
  return a.var_;
}

std::size_t Var::size() const {
  return VarAccess::node(*this).size;
}
Extents Var::shape() const {
  return shape_.empty() ? Extents{size()} : shape_;
}

std::size_t common_size(std::initializer_list<std::size_t> sizes, std::string_view what) {
  std::size_t n = 1;
  for (std::size_t s : sizes) {
    if (s == n || s == 1) continue;
    if (n != 1)
      throw Error(fmt::format(
          "{}: arrays of length {} and {} do not go together; lengths must be equal or 1.", what, n, s));
    n = s;
  }
  return n;
}

std::size_t product(const Extents& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
}

namespace {

VarAccess::DraftPtr draft_of(const std::vector<Arg>& args, MapOp op) {
  for (const auto& a : args)
    if (auto draft = VarAccess::draft(a)) return draft;
  throw Error(fmt::format("'{}' of constants needs no model: compute it before.", function(op).name));
}

/// The shape of inputs of the common length n, which goes by those that have axes.
Extents common_shape(const std::vector<Var>& inputs, std::size_t n, std::string_view what) {
  Extents shape;
  for (const Var& x : inputs) {
    if (x.size() != n || x.shape().size() < 2) continue;
    if (shape.empty()) shape = x.shape();
    if (n > 1 && x.shape() != shape)
      throw Error(
          fmt::format("{}: arrays of {} and {} do not go together; say with reshape() which elements meet.",
                      what, fmt::join(shape, " x "), fmt::join(x.shape(), " x ")));
  }
  return shape;
}

Var map(MapOp op, const std::vector<Arg>& args, const VarAccess::DraftPtr& draft) {
  MapNode node{op, {}};
  std::size_t n = 1;
  std::vector<Var> inputs;
  for (const auto& a : args) {
    inputs.push_back(VarAccess::node_of(draft, a));
    n = common_size({n, inputs.back().size()}, function(op).name);
    node.inputs.push_back(VarAccess::id(inputs.back()));
  }
  return VarAccess::append(draft, n, std::move(node), common_shape(inputs, n, function(op).name));
}
Var map(MapOp op, const std::vector<Arg>& args) {
  return map(op, args, draft_of(args, op));
}

/// Of any number of arguments: as many at a time as a node takes.
Var map_all(MapOp op, std::vector<Arg> args) {
  if (args.size() < 2) throw Error(fmt::format("'{}' needs two arrays or more.", function(op).name));
  const VarAccess::DraftPtr draft = draft_of(args, op);
  while (args.size() > max_map_inputs) {
    const auto from = args.end() - max_map_inputs;
    const Var last = map(op, std::vector<Arg>(from, args.end()), draft);
    args.erase(from, args.end());
    args.emplace_back(last);
  }
  return map(op, args, draft);
}

Var segment_reduce(ReduceOp op, const Var& v, const std::vector<std::uint32_t>& segment, std::size_t n) {
  if (segment.size() != v.size())
    throw Error(fmt::format("a segment is needed for each of {} elements, but {} were given.", v.size(),
                            segment.size()));
  ReduceNode r{op, VarAccess::id(v), std::vector<std::size_t>(n + 1, 0),
               std::vector<std::uint32_t>(segment.size()), segment};
  for (auto s : segment) {
    if (s >= n) throw Error(fmt::format("segment {} is outside 0..{}.", s, n == 0 ? 0 : n - 1));
    ++r.start[s + 1];
  }
  std::partial_sum(r.start.begin(), r.start.end(), r.start.begin());
  std::vector<std::size_t> next(r.start.begin(), r.start.end() - 1);
  for (std::size_t i = 0; i < segment.size(); ++i)
    r.member[next[segment[i]]++] = static_cast<std::uint32_t>(i);
  return VarAccess::append(VarAccess::draft(v), n, std::move(r));
}

/// Rows and columns; a vector is a column.
std::pair<std::uint32_t, std::uint32_t> sides(const Var& v, std::string_view what) {
  const Extents shape = v.shape();
  if (shape.size() > 2)
    throw Error(fmt::format("{}: an array of {} is no matrix.", what, fmt::join(shape, " x ")));
  return {static_cast<std::uint32_t>(shape[0]), shape.size() == 1 ? 1 : static_cast<std::uint32_t>(shape[1])};
}

Var of_square(MatrixOp op, const Var& a, std::string_view what) {
  const auto [rows, cols] = sides(a, what);
  if (rows != cols) throw Error(fmt::format("{}: {} x {} is not square.", what, rows, cols));
  const bool number = op == MatrixOp::log_determinant;
  return VarAccess::append(VarAccess::draft(a), number ? 1 : a.size(),
                           MatrixNode{op, {VarAccess::id(a)}, rows, rows, rows},
                           number ? Extents{} : a.shape());
}

/// Whole numbers come from integer parameters and data alone.
void require_integer(const Var& index) {
  const auto& nodes = VarAccess::draft(index)->nodes;
  std::vector<NodeId> open{VarAccess::id(index)};
  std::unordered_set<NodeId> seen;
  while (!open.empty()) {
    const Node& node = nodes[open.back()];
    open.pop_back();
    if (const auto* p = node.as<ParameterNode>(); p && p->support != SupportKind::integer)
      throw Error(
          fmt::format("gather: the index depends on '{}', which is not an integer parameter.", node.name));
    for_each_input(node, [&](NodeId i) {
      if (seen.insert(i).second) open.push_back(i);
    });
  }
}

}  // namespace

Var operator+(const Arg& a, const Arg& b) {
  return map(MapOp::add, {a, b});
}
Var operator-(const Arg& a, const Arg& b) {
  return map(MapOp::subtract, {a, b});
}
Var operator*(const Arg& a, const Arg& b) {
  return map(MapOp::multiply, {a, b});
}
Var operator/(const Arg& a, const Arg& b) {
  return map(MapOp::divide, {a, b});
}
Var operator-(const Var& a) {
  return map(MapOp::negate, {a});
}
Var pow(const Arg& a, const Arg& b) {
  return map(MapOp::power, {a, b});
}
Var min(const Arg& a, const Arg& b) {
  return map(MapOp::minimum, {a, b});
}
Var max(const Arg& a, const Arg& b) {
  return map(MapOp::maximum, {a, b});
}
Var log_add_exp(const Arg& a, const Arg& b) {
  return map(MapOp::log_add_exp, {a, b});
}
Var min(const std::vector<Arg>& a) {
  return map_all(MapOp::minimum, a);
}
Var max(const std::vector<Arg>& a) {
  return map_all(MapOp::maximum, a);
}
Var log_sum_exp(const std::vector<Arg>& a) {
  return map_all(MapOp::log_add_exp, a);
}
Var equals(const Arg& a, const Arg& b) {
  return map(MapOp::equals, {a, b});
}
Var if_else(const Arg& condition, const Arg& a, const Arg& b) {
  return map(MapOp::if_else, {condition, a, b});
}
Var step(const Var& a) {
  return map(MapOp::step, {a});
}
Var exp(const Var& a) {
  return map(MapOp::exp, {a});
}
Var log(const Var& a) {
  return map(MapOp::log, {a});
}
Var log1p(const Var& a) {
  return map(MapOp::log1p, {a});
}
Var log1m(const Var& a) {
  return map(MapOp::log1m, {a});
}
Var log1p_exp(const Var& a) {
  return map(MapOp::log1p_exp, {a});
}
Var expm1(const Var& a) {
  return map(MapOp::expm1, {a});
}
Var sqrt(const Var& a) {
  return map(MapOp::sqrt, {a});
}
Var square(const Var& a) {
  return map(MapOp::square, {a});
}
Var abs(const Var& a) {
  return map(MapOp::abs, {a});
}
Var inverse(const Var& a) {
  return map(MapOp::inverse, {a});
}
Var inv_logit(const Var& a) {
  return map(MapOp::inv_logit, {a});
}
Var normal_cdf(const Var& a) {
  return map(MapOp::normal_cdf, {a});
}
Var inv_cloglog(const Var& a) {
  return map(MapOp::inv_cloglog, {a});
}
Var lgamma(const Var& a) {
  return map(MapOp::lgamma, {a});
}

Var logit(const Var& a) {
  return map(MapOp::logit, {a});
}
Var cloglog(const Var& a) {
  return map(MapOp::cloglog, {a});
}
Var probit(const Var& a) {
  return map(MapOp::probit, {a});
}
Var round(const Var& a) {
  return map(MapOp::round, {a});
}
Var trunc(const Var& a) {
  return map(MapOp::trunc, {a});
}
Var cos(const Var& a) {
  return map(MapOp::cos, {a});
}
Var sin(const Var& a) {
  return map(MapOp::sin, {a});
}
Var tan(const Var& a) {
  return map(MapOp::tan, {a});
}
Var acos(const Var& a) {
  return map(MapOp::acos, {a});
}
Var asin(const Var& a) {
  return map(MapOp::asin, {a});
}
Var atan(const Var& a) {
  return map(MapOp::atan, {a});
}
Var cosh(const Var& a) {
  return map(MapOp::cosh, {a});
}
Var sinh(const Var& a) {
  return map(MapOp::sinh, {a});
}
Var tanh(const Var& a) {
  return map(MapOp::tanh, {a});
}
Var acosh(const Var& a) {
  return map(MapOp::acosh, {a});
}
Var asinh(const Var& a) {
  return map(MapOp::asinh, {a});
}
Var atanh(const Var& a) {
  return map(MapOp::atanh, {a});
}
Var less(const Arg& a, const Arg& b) {
  return map(MapOp::less, {a, b});
}
Var less_equal(const Arg& a, const Arg& b) {
  return map(MapOp::less_equal, {a, b});
}
Var logical_and(const Arg& a, const Arg& b) {
  return map(MapOp::logical_and, {a, b});
}
Var logical_or(const Arg& a, const Arg& b) {
  return map(MapOp::logical_or, {a, b});
}
Var logical_not(const Var& a) {
  return map(MapOp::logical_not, {a});
}
Var log_within(const Arg& a, const Arg& lower, const Arg& upper) {
  return map(MapOp::log_within, {a, lower, upper});
}

Var linear(Matrix x, const Var& v) {
  if (cols(x) != v.size())
    throw Error(fmt::format("the matrix has {} columns but the vector {} elements.", cols(x), v.size()));
  const std::size_t n = rows(x);
  return VarAccess::append(VarAccess::draft(v), n,
                           LinearNode{{}, {{VarAccess::id(v), Columns::from(std::move(x))}}});
}

Var gather(const Var& v, std::vector<std::uint32_t> index) {
  for (auto i : index)
    if (i >= v.size()) throw Error(fmt::format("index {} is outside 0..{}.", i, v.size() - 1));
  const std::size_t n = index.size();
  return linear(IndexMatrix{n, v.size(), std::move(index), {}}, v);
}

Var gather(const Var& v, const Var& index, int first) {
  require_integer(index);
  const Node& node = VarAccess::node(index);
  const double last = first + static_cast<double>(v.size()) - 1;
  if (const auto* p = node.as<ParameterNode>(); p && (p->lower < first || p->upper > last))
    throw Error(fmt::format("gather: the index goes from {} to {}, but the array from {} to {}.", p->lower,
                            p->upper, first, last));
  if (const auto* d = node.as<DataNode>()) require_within(d->values, first, v.size());
  const Var source = VarAccess::node_of(VarAccess::draft(index), v);
  return VarAccess::append(
      VarAccess::draft(index), index.size(),
      GatherNode{VarAccess::id(source), VarAccess::id(index), static_cast<double>(first)},
      index.shape().size() > 1 ? index.shape() : Extents{});
}

Var sum(const Var& v) {
  return segment_sum(v, std::vector<std::uint32_t>(v.size(), 0), 1);
}
Var segment_sum(const Var& v, const std::vector<std::uint32_t>& segment, std::size_t n) {
  return segment_reduce(ReduceOp::sum, v, segment, n);
}
Var segment_log_sum_exp(const Var& v, const std::vector<std::uint32_t>& segment, std::size_t n) {
  return segment_reduce(ReduceOp::log_sum_exp, v, segment, n);
}
Var segment_product(const Var& v, const std::vector<std::uint32_t>& segment, std::size_t n) {
  return segment_reduce(ReduceOp::product, v, segment, n);
}

Var segment_min(const Var& v, const std::vector<std::uint32_t>& segment, std::size_t n) {
  return segment_reduce(ReduceOp::minimum, v, segment, n);
}
Var segment_max(const Var& v, const std::vector<std::uint32_t>& segment, std::size_t n) {
  return segment_reduce(ReduceOp::maximum, v, segment, n);
}

Var reshape(const Var& v, Extents shape) {
  if (product(shape) != v.size())
    throw Error(fmt::format("{} elements have no shape {}.", v.size(), fmt::join(shape, " x ")));
  return VarAccess::reshaped(v, std::move(shape));
}

Var matrix_product(const Var& a, const Var& b) {
  const auto [rows, inner] = sides(a, "matrix_product");
  const auto [inner_b, cols] = sides(b, "matrix_product");
  if (inner != inner_b)
    throw Error(
        fmt::format("matrix_product: {} x {} and {} x {} do not go together.", rows, inner, inner_b, cols));
  const VarAccess::DraftPtr draft = VarAccess::draft(a);
  const Var right = VarAccess::node_of(draft, b);
  return VarAccess::append(
      draft, std::size_t{rows} * cols,
      MatrixNode{MatrixOp::product, {VarAccess::id(a), VarAccess::id(right)}, rows, inner, cols},
      cols == 1 ? Extents{} : Extents{rows, cols});
}

Var transpose(const Var& a) {
  const auto [rows, cols] = sides(a, "transpose");
  return VarAccess::append(VarAccess::draft(a), a.size(),
                           MatrixNode{MatrixOp::transpose, {VarAccess::id(a)}, rows, rows, cols},
                           {cols, rows});
}
Var matrix_inverse(const Var& a) {
  return of_square(MatrixOp::inverse, a, "matrix_inverse");
}
Var cholesky(const Var& a) {
  return of_square(MatrixOp::cholesky, a, "cholesky");
}
Var log_determinant(const Var& a) {
  return of_square(MatrixOp::log_determinant, a, "log_determinant");
}

}  // namespace cggibbs
