// Functions and operators by name, and what they do with values.
#include "bugs/function_table.hpp"

#include <algorithm>
#include <limits>

#include "bugs/matrix_functions.hpp"
#include "bugs/probability_functions.hpp"

namespace cggibbs::bugs {
namespace {

using Args = std::vector<Value>;
constexpr std::size_t any = std::numeric_limits<std::size_t>::max();

template <MapOp Op>
Value unary(const Args& a) {
  return function_of(Op, a[0]);
}
template <MapOp Op>
Value binary(const Args& a) {
  return map(Op, a);
}

template <MapOp Op>
Value swapped(const Args& a) {
  return map(Op, {a[1], a[0]});
}

Value negated(const Value& a) {
  return map(MapOp::negate, {a});
}
Value opposite(const Value& truth) {
  return map(MapOp::equals, {truth, Value(0.0)});
}

Value mean(const Value& a) {
  return divide(sum(a), Value(static_cast<double>(a.row_size())));
}

/// max and min of the elements in each row: one node, however many there are.
template <MapOp Op>
Value extreme_of(const Value& x) {
  if (x.row_size() == 1) return x.arranged(x.rows(), {});
  if (!x.constant()) {
    std::vector<std::uint32_t> row(x.size());
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = static_cast<std::uint32_t>(i / x.row_size());
    const auto reduce = Op == MapOp::maximum ? segment_max : segment_min;
    return {reduce(x.node(), row, x.rows()), x.rows(), {}, x.nonnegative()};
  }
  const auto all = split_elements(x);
  Value out = all[0];
  for (std::size_t k = 1; k < all.size(); ++k) out = map(Op, {out, all[k]});
  return out;
}

/// Of all arguments.
template <MapOp Op>
Value extreme(const Args& a) {
  Value out = extreme_of<Op>(a[0]);
  for (std::size_t k = 1; k < a.size(); ++k) out = map(Op, {out, extreme_of<Op>(a[k])});
  return out;
}

constexpr auto elementwise = ResultShape::elementwise;
constexpr auto number = ResultShape::number;
constexpr auto own = ResultShape::own;

std::vector<FunctionRow> make_table() {
  std::vector<FunctionRow> rows{
      // Operators
      {"+", {}, 2, 2, elementwise, [](const Args& a) { return add(a[0], a[1]); }},
      {"-", {}, 2, 2, elementwise, [](const Args& a) { return subtract(a[0], a[1]); }},
      {"*", {}, 2, 2, elementwise, [](const Args& a) { return multiply(a[0], a[1]); }},
      {"/", {}, 2, 2, elementwise, [](const Args& a) { return divide(a[0], a[1]); }},
      {"[-]", {}, 1, 1, elementwise, [](const Args& a) { return negated(a[0]); }},
      {"^", {"**", "pow"}, 2, 2, elementwise, [](const Args& a) { return power(a[0], a[1]); }},
      {"==", {"equals"}, 2, 2, elementwise, binary<MapOp::equals>},
      {"!=", {}, 2, 2, elementwise, [](const Args& a) { return opposite(map(MapOp::equals, a)); }},
      {">=", {}, 2, 2, elementwise, swapped<MapOp::less_equal>},
      {"<=", {}, 2, 2, elementwise, binary<MapOp::less_equal>},
      {">", {}, 2, 2, elementwise, swapped<MapOp::less>},
      {"<", {}, 2, 2, elementwise, binary<MapOp::less>},
      {"&&", {}, 2, 2, elementwise, binary<MapOp::logical_and>},
      {"||", {}, 2, 2, elementwise, binary<MapOp::logical_or>},
      {"!", {}, 1, 1, elementwise, unary<MapOp::logical_not>},
      {"%*%",
       {},
       2,
       2,
       ResultShape::matrix_product,
       [](const Args& a) { return matrix_multiply(a[0], a[1]); }},
      // Of single numbers
      {"exp", {}, 1, 1, elementwise, unary<MapOp::exp>},
      {"log", {}, 1, 1, elementwise, unary<MapOp::log>},
      {"sqrt", {}, 1, 1, elementwise, unary<MapOp::sqrt>},
      {"abs", {}, 1, 1, elementwise, unary<MapOp::abs>},
      {"step", {}, 1, 1, elementwise, unary<MapOp::step>},
      {"ilogit", {"expit"}, 1, 1, elementwise, unary<MapOp::inv_logit>},
      {"phi", {"iprobit"}, 1, 1, elementwise, unary<MapOp::normal_cdf>},
      {"icloglog", {}, 1, 1, elementwise, unary<MapOp::inv_cloglog>},
      {"logit",
       {},
       1,
       1,
       elementwise,
       [](const Args& a) {
         return subtract(function_of(MapOp::log, a[0]), function_of(MapOp::log1m, a[0]));
       }},
      {"cloglog",
       {},
       1,
       1,
       elementwise,
       [](const Args& a) { return function_of(MapOp::log, negated(function_of(MapOp::log1m, a[0]))); }},
      {"loggam", {"lgamma"}, 1, 1, elementwise, unary<MapOp::lgamma>},
      {"logfact",
       {},
       1,
       1,
       elementwise,
       [](const Args& a) { return function_of(MapOp::lgamma, add(a[0], Value(1.0))); }},
      {"ifelse", {}, 3, 3, elementwise, binary<MapOp::if_else>},
      {"probit", {}, 1, 1, elementwise, unary<MapOp::probit>},
      {"round", {}, 1, 1, elementwise, unary<MapOp::round>},
      {"trunc", {}, 1, 1, elementwise, unary<MapOp::trunc>},
      {"cos", {}, 1, 1, elementwise, unary<MapOp::cos>},
      {"sin", {}, 1, 1, elementwise, unary<MapOp::sin>},
      {"tan", {}, 1, 1, elementwise, unary<MapOp::tan>},
      {"arccos", {"acos"}, 1, 1, elementwise, unary<MapOp::acos>},
      {"arcsin", {"asin"}, 1, 1, elementwise, unary<MapOp::asin>},
      {"arctan", {"atan"}, 1, 1, elementwise, unary<MapOp::atan>},
      {"cosh", {}, 1, 1, elementwise, unary<MapOp::cosh>},
      {"sinh", {}, 1, 1, elementwise, unary<MapOp::sinh>},
      {"tanh", {}, 1, 1, elementwise, unary<MapOp::tanh>},
      {"arccosh", {"acosh"}, 1, 1, elementwise, unary<MapOp::acosh>},
      {"arcsinh", {"asinh"}, 1, 1, elementwise, unary<MapOp::asinh>},
      {"arctanh", {"atanh"}, 1, 1, elementwise, unary<MapOp::atanh>},
      {"interp.lin",
       {},
       3,
       3,
       ResultShape::number,
       [](const Args& a) { return interpolated(a[0], a[1], a[2]); }},
      {"sort", {}, 1, 1, elementwise, [](const Args& a) { return of_vectors(MatrixOp::sort, a[0]); }},
      {"rank", {}, 1, 1, elementwise, [](const Args& a) { return of_vectors(MatrixOp::rank, a[0]); }},
      {"order", {}, 1, 1, elementwise, [](const Args& a) { return of_vectors(MatrixOp::order, a[0]); }},
      // Of arrays
      {"sum",
       {},
       1,
       any,
       number,
       [](const Args& a) {
         Value out = sum(a[0]);
         for (std::size_t k = 1; k < a.size(); ++k) out = add(out, sum(a[k]));
         return out;
       }},
      {"mean", {}, 1, 1, number, [](const Args& a) { return mean(a[0]); }},
      {"sd",
       {},
       1,
       1,
       number,
       [](const Args& a) {
         const Value centred = subtract(a[0], mean(a[0]));
         const Value squares = sum(map(MapOp::square, {centred}));
         return function_of(MapOp::sqrt, divide(squares, Value(static_cast<double>(a[0].row_size()) - 1)));
       }},
      {"inprod", {}, 2, 2, number, [](const Args& a) { return inner_product(a[0], a[1]); }},
      {"prod",
       {},
       1,
       any,
       number,
       [](const Args& a) {
         Value out = product(a[0]);
         for (std::size_t k = 1; k < a.size(); ++k) out = multiply(out, product(a[k]));
         return out;
       }},
      {"max", {}, 1, any, number, extreme<MapOp::maximum>},
      {"min", {}, 1, any, number, extreme<MapOp::minimum>},
      {"c", {}, 1, any, own, [](const Args& a) { return concatenate(a); }},
      {"rep", {}, 2, 2, own, [](const Args& a) { return repeated(a[0], a[1]); }},
      {"seq", {}, 2, 3, own, [](const Args& a) { return sequence(a); }},
      {"t", {}, 1, 1, ResultShape::transposed, [](const Args& a) { return transposed(a[0]); }},
      {"inverse", {}, 1, 1, elementwise, [](const Args& a) { return inverted(a[0]); }},
      {"logdet", {}, 1, 1, number, [](const Args& a) { return log_det(a[0]); }},
  };
  add_probability_functions(rows);
  return rows;
}

const std::vector<FunctionRow>& table() {
  static const std::vector<FunctionRow> rows = make_table();
  return rows;
}

}  // namespace

std::span<const FunctionRow> function_rows() {
  return table();
}

const FunctionRow* find_function(std::string_view name) {
  const auto& rows = table();
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const FunctionRow& row) {
    return row.name == name || std::find(row.aliases.begin(), row.aliases.end(), name) != row.aliases.end();
  });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace cggibbs::bugs
