// Products, inverses and rearrangements of arrays, row by row of a loop.
#include "bugs/matrix_functions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cggibbs/error.hpp>
#include <cmath>
#include <numeric>

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

Value repeated(const Value& a, const Value& times) {
  const std::size_t n = a.row_size();
  if (!times.constant() || times.rows() != 1 || (times.row_size() != 1 && times.row_size() != n))
    throw Error("rep takes an array and how often it is repeated: a known number, or one for each element.");
  for (const double t : times.numbers())
    if (!(t >= 0 && t < 1e7) || t != std::floor(t))
      throw Error(fmt::format("rep: {} is no number of times.", t));
  constexpr double most = 1e7;
  double length = 0;
  for (const double t : times.numbers()) length += times.row_size() == 1 ? t * static_cast<double>(n) : t;
  if (length > most) throw Error(fmt::format("rep: {:.0f} elements are too many.", length));
  Places some;
  if (times.row_size() == 1)
    for (double t = 0; t < times.numbers()[0]; ++t)
      for (std::uint32_t e = 0; e < n; ++e) some.push_back(e);
  else
    for (std::uint32_t e = 0; e < n; ++e)
      for (double t = 0; t < times.numbers()[e]; ++t) some.push_back(e);
  if (some.empty()) throw Error("rep: an array of no elements.");
  const Value flat = a.shape().size() == 2 ? transposed(a) : a;
  return take(flat, some, {some.size()});
}

Value sequence(const std::vector<Value>& a) {
  for (const auto& x : a)
    if (!x.single()) throw Error("seq takes known numbers: from, to and by.");
  const double from = *a[0].single(), to = *a[1].single(),
               by = a.size() > 2 ? *a[2].single()
                    : to < from  ? -1
                                 : 1;
  const double steps = std::floor((to - from) / by + 1e-10);
  if (!(steps >= 0 && steps < 1e7))
    throw Error(fmt::format("seq: from {} to {} by {} has no elements, or too many.", from, to, by));
  std::vector<double> out;
  for (double k = 0; k <= steps; ++k) out.push_back(from + k * by);
  const std::size_t n = out.size();
  return {std::move(out), 1, {n}};
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

namespace {

/// Row r of a value as one row of its own.
Value row_of(const Value& a, std::size_t r) {
  const std::size_t each = a.row_size(), from = a.rows() == 1 ? 0 : r * each;
  Places at(each);
  for (std::size_t e = 0; e < each; ++e) at[e] = static_cast<std::uint32_t>(from + e);
  return pick(a, std::move(at), 1, a.shape());
}

std::vector<double> sorted(MatrixOp op, const std::vector<double>& x) {
  Places order(x.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) { return x[i] < x[j]; });
  std::vector<double> out(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (op == MatrixOp::sort) out[i] = x[order[i]];
    if (op == MatrixOp::order) out[i] = order[i] + 1.0;
    if (op == MatrixOp::rank) out[order[i]] = static_cast<double>(i) + 1;
  }
  return out;
}

}  // namespace

Value of_vectors(MatrixOp op, const Value& a) {
  if (a.shape().size() > 1)
    throw Error(fmt::format("an array of {} is no vector.", fmt::join(a.shape(), " x ")));
  std::vector<Value> results;
  for (std::size_t r = 0; r < a.rows(); ++r) {
    const Value one = row_of(a, r);
    if (one.constant())
      results.emplace_back(sorted(op, one.numbers()), 1, a.shape());
    else
      results.emplace_back(op == MatrixOp::sort   ? sort(one.node())
                           : op == MatrixOp::rank ? rank(one.node())
                                                  : order(one.node()),
                           1, a.shape());
  }
  return results.size() == 1 ? results[0] : stack(results, a.rows(), a.shape());
}

Value interpolated(const Value& x, const Value& at, const Value& values) {
  if (!x.is_number()) throw Error("interp.lin takes a number, then two vectors.");
  const std::size_t rows = std::max({x.rows(), at.rows(), values.rows()});
  std::vector<Value> results;
  for (std::size_t r = 0; r < rows; ++r) {
    const Value one = row_of(x, r), places = row_of(at, r), heights = row_of(values, r);
    if (!one.constant() || !places.constant() || !heights.constant()) {
      results.emplace_back(interpolate(one.arg(), places.arg(), heights.arg()), 1, Shape{});
      continue;
    }
    const auto &p = places.numbers(), &h = heights.numbers();
    if (p.size() != h.size() || p.size() < 2 || !std::is_sorted(p.begin(), p.end()))
      throw Error("interp.lin takes two vectors of one length, the first ascending.");
    const double v = std::clamp(one.numbers()[0], p.front(), p.back());
    const auto next =
        std::min<std::size_t>(std::upper_bound(p.begin(), p.end(), v) - p.begin(), p.size() - 1);
    const double share = (v - p[next - 1]) / (p[next] - p[next - 1]);
    results.emplace_back((1 - share) * h[next - 1] + share * h[next]);
  }
  return results.size() == 1 ? results[0] : stack(results, rows, {});
}

}  // namespace cggibbs::bugs
