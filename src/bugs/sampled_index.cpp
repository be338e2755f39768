// References whose index is sampled: by whole numbers from one array, by continuous nodes among all that they may mean.
#include <fmt/format.h>

#include <limits>

#include "bugs/evaluator.hpp"

namespace cggibbs::bugs {

/// An index at every element of the result.
Value Evaluator::along(std::size_t d, const std::vector<Index>& indices, const Reading& out) {
  const Index& i = indices[d];
  const std::size_t each = elements(out.shape);
  std::size_t inner = each;  // elements of the axes behind this one
  for (std::size_t k = 0; k <= d; ++k) inner /= indices[k].count;
  const Value source =
      i.sampled ? i.sampled->arranged(i.rows, {i.count}) : Value(i.values, i.rows, {i.count});
  Places at(out.rows * each);
  for (std::size_t r = 0; r < out.rows; ++r)
    for (std::size_t n = 0; n < each; ++n)
      at[r * each + n] = static_cast<std::uint32_t>((i.rows == 1 ? 0 : r) * i.count + n / inner % i.count);
  return pick(source, std::move(at), out.rows, out.shape);
}

/// 1 + sum of (index - 1) * stride, elementwise over the rows and axes of the result.
Value Evaluator::sampled_offset(const std::vector<Index>& indices, const Reading& out) {
  if (indices.size() == 1) return indices[0].sampled->arranged(out.rows, out.shape);
  std::optional<Value> total;
  double stride = 1, shift = 1;
  for (std::size_t d = 0; d < indices.size(); ++d) {
    const Value part = multiply(along(d, indices, out), stride);
    total = total ? add(*total, part) : part;
    shift -= stride;
    stride *= static_cast<double>(out.variable->shape[d]);
  }
  return add(*total, shift);
}

/// An index that a continuous parameter moves: every element that it may mean is there, and comparisons choose.
Value Evaluator::chosen(const Expr& e, const std::vector<Index>& given, const Reading& out) const {
  const Shape& shape = out.variable->shape;
  std::vector<Index> whole = given;
  std::vector<std::size_t> moving;
  double candidates = 1;
  for (std::size_t d = 0; d < whole.size(); ++d) {
    Index& i = whole[d];
    if (i.sampled) {
      moving.push_back(d);
      candidates *= static_cast<double>(shape[d]);
    }
    if (i.all) {
      i = {{}, 1, shape[d]};
      for (std::size_t k = 0; k < shape[d]; ++k) i.values.push_back(static_cast<double>(k + 1));
    }
  }
  constexpr double most = 2e7, most_candidates = 1e4;  // each of these is a node
  if (candidates > most_candidates || candidates * static_cast<double>(out.rows * elements(out.shape)) > most)
    fail(e.at, fmt::format(
                   "the index of '{}' depends on a continuous parameter, which may choose among {} elements "
                   "in each of {} rows: too many. Use a whole number with a prior (dcat) as the index.",
                   e.name, candidates, out.rows));
  std::vector<Value> index;
  for (const auto d : moving) index.push_back(along(d, whole, out));
  Value result(std::numeric_limits<double>::quiet_NaN());  // where an index is outside
  for (auto c = static_cast<std::size_t>(candidates); c-- > 0;) {
    std::vector<Index> here = whole;
    Value is_meant(1.0);
    std::size_t rest = c;
    for (std::size_t m = 0; m < moving.size(); ++m) {
      const std::size_t d = moving[m];
      const auto k = static_cast<double>(rest % shape[d] + 1);
      rest /= shape[d];
      here[d] = {std::vector<double>(whole[d].count, k), 1, whole[d].count};
      const Value same = map(MapOp::equals, {index[m], Value(k)});
      is_meant = m == 0 ? same : map(MapOp::logical_and, {is_meant, same});
    }
    const Reading one = reading(e, here, *out.variable);
    std::uint32_t undefined = 0;
    const auto value = read(*out.variable, one.at, one.rows, one.shape, &undefined);
    if (value) result = map(MapOp::if_else, {is_meant, *value, result});
  }
  return result;
}

}  // namespace cggibbs::bugs
