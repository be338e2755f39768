// Products, inverses and rearrangements of arrays, row by row of a loop.
#include "bugs/matrix_functions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cggibbs/error.hpp>

namespace cggibbs::bugs {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct Sides {
  std::size_t rows, cols;
};

Sides sides(const Value& a, const char* what) {
  if (a.shape().size() > 2)
    throw Error(fmt::format("{}: an array of {} is no matrix.", what, fmt::join(a.shape(), " x ")));
  if (a.shape().size() == 2) return {a.shape()[0], a.shape()[1]};
  return {a.row_size(), 1};
}

/// The same elements of every row.
Value take(const Value& a, const Places& some, Shape shape) {
  Places at;
  at.reserve(a.rows() * some.size());
  for (std::size_t r = 0; r < a.rows(); ++r)
    for (const auto e : some) at.push_back(static_cast<std::uint32_t>(r * a.row_size() + e));
  return pick(a, std::move(at), a.rows(), std::move(shape));
}

/// f of the square matrix in each row: of a map of numbers, or of a node.
template <class OfNumbers, class OfNode>
Value of_squares(const Value& a, const char* what, const Shape& shape, OfNumbers&& of_numbers,
                 OfNode&& of_node) {
  const Sides s = sides(a, what);
  if (s.rows != s.cols) throw Error(fmt::format("{}: {} x {} is not square.", what, s.rows, s.cols));
  const auto k = static_cast<Eigen::Index>(s.rows);
  const std::size_t each = a.row_size();
  std::vector<Value> results;
  for (std::size_t r = 0; r < a.rows(); ++r) {
    if (a.constant()) {
      results.push_back(of_numbers(Eigen::Map<const RowMajor>(a.numbers().data() + r * each, k, k)));
      continue;
    }
    Places at(each);
    for (std::size_t e = 0; e < each; ++e) at[e] = static_cast<std::uint32_t>(r * each + e);
    const Value one = pick(a, std::move(at), 1, {s.rows, s.cols});
    results.emplace_back(of_node(reshape(one.node(), {s.rows, s.cols})), 1, shape);
  }
  return results.size() == 1 ? results[0] : stack(results, a.rows(), shape);
}

}  // namespace

std::vector<Value> split_elements(const Value& a) {
  std::vector<Value> out;
  for (std::uint32_t e = 0; e < a.row_size(); ++e) out.push_back(take(a, {e}, {}));
  return out;
}

Value product(const Value& a) {
  if (a.row_size() == 1) return a.arranged(a.rows(), {});
  if (a.constant()) {
    std::vector<double> out(a.rows(), 1.0);
    for (std::size_t i = 0; i < a.size(); ++i) out[i / a.row_size()] *= a.numbers()[i];
    return {std::move(out), a.rows(), {}};
  }
  Places segment(a.size());
  for (std::size_t i = 0; i < segment.size(); ++i) segment[i] = static_cast<std::uint32_t>(i / a.row_size());
  return {segment_product(a.node(), segment, a.rows()), a.rows(), {}, a.nonnegative()};
}

Value concatenate(const std::vector<Value>& all) {
  std::size_t rows = 1, length = 0;
  for (const auto& a : all) rows = std::max(rows, a.rows());
  std::vector<Value> parts;
  for (const auto& a : all) {
    // With the first index fastest, as R flattens.
    const Value flat = a.shape().size() == 2 ? transposed(a) : a;
    parts.push_back(spread(flat, rows, {a.row_size()}));
    length += a.row_size();
  }
  if (parts.size() == 1) return parts[0];
  const Value side_by_side = stack(parts, 1, {rows * length});
  if (rows == 1) return side_by_side.arranged(1, {length});
  Places at;
  at.reserve(rows * length);
  for (std::size_t r = 0; r < rows; ++r) {
    std::size_t first = 0;
    for (const auto& p : parts) {
      for (std::size_t e = 0; e < p.row_size(); ++e)
        at.push_back(static_cast<std::uint32_t>(first + r * p.row_size() + e));
      first += p.size();
    }
  }
  return pick(side_by_side, std::move(at), rows, {length});
}

Value matrix_multiply(const Value& a, const Value& b) {
  Sides left = sides(a, "%*%"), right = sides(b, "%*%");
  // A vector on the left is a row where only that fits; two vectors have an inner product.
  if (left.cols != right.rows && a.shape().size() < 2) std::swap(left.rows, left.cols);
  if (left.cols != right.rows && b.shape().size() < 2) std::swap(right.rows, right.cols);
  if (left.cols != right.rows)
    throw Error(fmt::format("%*%: {} x {} and {} x {} do not go together.", left.rows, left.cols, right.rows,
                            right.cols));
  const std::size_t m = left.rows, n = right.cols, inner = left.cols;
  const Shape shape = n == 1 && m == 1 ? Shape{} : n == 1 ? Shape{m} : Shape{m, n};
  if (a.constant() && !b.constant() && a.rows() == 1 && b.rows() == 1 && n == 1)
    return inner_product(a.arranged(m, {inner}), b.arranged(1, {inner})).arranged(1, shape);
  Places from_a, from_b;
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t j = 0; j < inner; ++j) {
        from_a.push_back(static_cast<std::uint32_t>(i * inner + j));
        from_b.push_back(static_cast<std::uint32_t>(j * n + k));
      }
  const Shape all{m * n * inner};
  const Value terms = multiply(take(a, from_a, all), take(b, from_b, all));
  return sum(terms.arranged(terms.rows() * m * n, {inner})).arranged(terms.rows(), shape);
}

Value transposed(const Value& a) {
  const Sides s = sides(a, "t");
  Places some;
  for (std::size_t j = 0; j < s.cols; ++j)
    for (std::size_t i = 0; i < s.rows; ++i) some.push_back(static_cast<std::uint32_t>(i * s.cols + j));
  return take(a, some, {s.cols, s.rows});
}

Value inverted(const Value& a) {
  if (a.row_size() == 1) return power(a, -1.0);
  return of_squares(
      a, "inverse", a.shape(),
      [&](const Eigen::Map<const RowMajor>& m) {
        const Eigen::FullPivLU<RowMajor> lu(m);
        if (!lu.isInvertible()) throw Error("inverse: the matrix is singular.");
        const RowMajor inverse = lu.inverse();
        return Value(std::vector<double>(inverse.data(), inverse.data() + inverse.size()), 1, a.shape());
      },
      [](const Var& m) { return matrix_inverse(m); });
}

Value log_det(const Value& a) {
  return of_squares(
      a, "logdet", {},
      [](const Eigen::Map<const RowMajor>& m) {
        const Eigen::LLT<RowMajor> llt(m);
        if (llt.info() != Eigen::Success) throw Error("logdet: the matrix is not positive definite.");
        return Value(2 * llt.matrixL().toDenseMatrix().diagonal().array().log().sum());
      },
      [](const Var& m) { return log_determinant(m); });
}

}  // namespace cggibbs::bugs
