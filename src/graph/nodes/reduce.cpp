// Segment reductions, recomputed over the segments that move.
#include "graph/nodes/reduce.hpp"

#include <algorithm>
#include <cmath>

#include "graph/node.hpp"

namespace cggibbs {
namespace {

double reduce_segment(ReduceOp op, const double* input, const std::uint32_t* member, std::size_t count) {
  switch (op) {
    case ReduceOp::sum: {
      double total = 0;
      for (std::size_t t = 0; t < count; ++t) total += input[member[t]];
      return total;
    }
    case ReduceOp::product: {
      double total = 1;
      for (std::size_t t = 0; t < count; ++t) total *= input[member[t]];
      return total;
    }
    case ReduceOp::minimum:
    case ReduceOp::maximum: {
      double best = op == ReduceOp::minimum ? inf : -inf;
      for (std::size_t t = 0; t < count; ++t) {
        const double x = input[member[t]];
        if (std::isnan(x)) return nan;
        if (op == ReduceOp::minimum ? x < best : x > best) best = x;
      }
      return best;
    }
    case ReduceOp::log_sum_exp: {
      double top = -inf;
      for (std::size_t t = 0; t < count; ++t) {
        if (std::isnan(input[member[t]])) return nan;
        top = std::max(top, input[member[t]]);
      }
      if (!std::isfinite(top)) return top;
      double total = 0;
      for (std::size_t t = 0; t < count; ++t) total += std::exp(input[member[t]] - top);
      return top + std::log(total);
    }
  }
  return nan;
}

std::size_t evaluate_rows(const ReduceNode& reduce, const double* input, const RowSet& rows, double* out) {
  std::size_t read = 0;
  for (std::size_t t = 0; t < rows.count; ++t) {
    const std::size_t s = rows[t];
    const std::size_t count = reduce.start[s + 1] - reduce.start[s];
    out[s] = reduce_segment(reduce.op, input, reduce.member.data() + reduce.start[s], count);
    read += count;
  }
  return read;
}

/// d product / d input[member[t]]: the product of the others, which is not a quotient when one of them is 0.
double product_of_others(const double* input, const std::uint32_t* member, std::size_t count, std::size_t t,
                         double product) {
  const double x = input[member[t]];
  if (x != 0 && std::isfinite(product)) return product / x;
  double rest = 1;
  for (std::size_t u = 0; u < count; ++u)
    if (u != t) rest *= input[member[u]];
  return rest;
}

}  // namespace

std::size_t evaluate(const ReduceNode& reduce, std::size_t n, const Values& in, double* out) {
  return evaluate_rows(reduce, in.of(reduce.input), {nullptr, 0, n}, out);
}

TouchSet touched(const ReduceNode& reduce, const Arrival& a) {
  if (a.from.is_all() || a.size == 1) return a.everywhere();
  return a.from.image(reduce.segment, a.size, a.m);
}

std::size_t propose(const ReduceNode& reduce, const Move& move, double* out) {
  return evaluate_rows(reduce, move.after.of(reduce.input), move.rows, out);
}

void pull_back(const ReduceNode& reduce, std::size_t n, const Values& in, const double* out,
               const double* adjoint, const Adjoints& adjoints) {
  const double* input = in.of(reduce.input);
  double* into = adjoints.of(reduce.input);
  for (std::size_t s = 0; s < n; ++s) {
    const std::uint32_t* member = reduce.member.data() + reduce.start[s];
    const std::size_t count = reduce.start[s + 1] - reduce.start[s];
    switch (reduce.op) {
      case ReduceOp::sum:
        for (std::size_t t = 0; t < count; ++t) into[member[t]] += adjoint[s];
        break;
      case ReduceOp::product:
        for (std::size_t t = 0; t < count; ++t)
          into[member[t]] += adjoint[s] * product_of_others(input, member, count, t, out[s]);
        break;
      case ReduceOp::minimum:
      case ReduceOp::maximum:  // to the first that has the value
        for (std::size_t t = 0; t < count; ++t)
          if (input[member[t]] == out[s]) {
            into[member[t]] += adjoint[s];
            break;
          }
        break;
      case ReduceOp::log_sum_exp:
        if (out[s] == -inf) break;
        for (std::size_t t = 0; t < count; ++t)
          into[member[t]] += adjoint[s] * std::exp(input[member[t]] - out[s]);
        break;
    }
  }
}

std::string describe(const ReduceNode& reduce) {
  switch (reduce.op) {
    case ReduceOp::sum:
      return "reduce: sum";
    case ReduceOp::log_sum_exp:
      return "reduce: log_sum_exp";
    case ReduceOp::product:
      return "reduce: product";
    case ReduceOp::minimum:
      return "reduce: min";
    case ReduceOp::maximum:
      return "reduce: max";
  }
  return "";
}

}  // namespace cggibbs
