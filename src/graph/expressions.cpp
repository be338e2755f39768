// Arrays of the public builder that are made of others, but for elementwise functions: sums, elements, matrices.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <numeric>
#include <unordered_set>

#include "graph/var_access.hpp"

namespace cggibbs {
namespace {

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
