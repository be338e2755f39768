// Small matrices: plain loops, and their derivatives by the rules of Giles (2008).
#include "graph/nodes/matrix.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "distributions/small_matrix.hpp"
#include "graph/node.hpp"

namespace cggibbs {
namespace {

/// Places of a vector's elements in ascending order; belongs to this thread until the next call.
const std::uint32_t* ascending(std::size_t n, const double* a) {
  thread_local std::vector<std::uint32_t> order;
  order.resize(n);
  std::iota(order.begin(), order.end(), 0U);
  // By place where values are equal: std::stable_sort would allocate.
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t i, std::uint32_t j) { return a[i] < a[j] || (!(a[j] < a[i]) && i < j); });
  return order.data();
}

/// (1 - share) of the first point and share of the second.
struct Segment {
  std::size_t first, second;
  double share;
};
Segment segment_of(double x, const double* at, std::size_t n) {
  if (!(x > at[0])) return {0, 0, 0};
  if (!(x < at[n - 1])) return {n - 1, n - 1, 0};
  const auto next = static_cast<std::size_t>(std::upper_bound(at, at + n, x) - at);
  return {next - 1, next, (x - at[next - 1]) / (at[next] - at[next - 1])};
}

/// In the lower triangle.
bool has_nan(std::size_t d, const double* a) {
  for (std::size_t i = 0; i < d; ++i)
    if (std::any_of(a + i * d, a + i * d + i + 1, [](double x) { return std::isnan(x); })) return true;
  return false;
}

}  // namespace

std::size_t evaluate(const MatrixNode& matrix, std::size_t n, const Values& in, double* out) {
  const double* a = in.of(matrix.inputs[0]);
  const std::size_t d = matrix.rows;
  switch (matrix.op) {
    case MatrixOp::product:
      std::fill_n(out, n, 0.0);
      for (std::size_t i = 0; i < d; ++i)
        for (std::size_t k = 0; k < matrix.inner; ++k)
          for (std::size_t j = 0; j < matrix.cols; ++j)
            out[i * matrix.cols + j] +=
                a[i * matrix.inner + k] * in.of(matrix.inputs[1])[k * matrix.cols + j];
      return n * matrix.inner;
    case MatrixOp::transpose:
      for (std::size_t i = 0; i < d; ++i)
        for (std::size_t j = 0; j < matrix.cols; ++j) out[j * d + i] = a[i * matrix.cols + j];
      return n;
    case MatrixOp::inverse:
      small::inverse(d, a, out);
      return d * d * d;
    case MatrixOp::cholesky:
      small::cholesky(d, a, out);
      return d * d * d;
    case MatrixOp::log_determinant: {
      double* factor = small::scratch(0, d * d);
      small::cholesky(d, a, factor);
      *out = 0;
      for (std::size_t i = 0; i < d; ++i) *out += 2 * std::log(factor[i * d + i]);
      if (std::isnan(*out) && !has_nan(d, a)) *out = -inf;
      return d * d * d;
    }
    case MatrixOp::sort:
    case MatrixOp::rank:
    case MatrixOp::order: {
      const std::uint32_t* order = ascending(d, a);
      for (std::size_t i = 0; i < d; ++i) {
        if (matrix.op == MatrixOp::sort) out[i] = a[order[i]];
        if (matrix.op == MatrixOp::order) out[i] = order[i] + 1.0;
        if (matrix.op == MatrixOp::rank) out[order[i]] = static_cast<double>(i) + 1;
      }
      return d;
    }
    case MatrixOp::interpolate: {
      const double* at = in.of(matrix.inputs[1]);
      const double* values = in.of(matrix.inputs[2]);
      for (std::size_t i = 0; i < n; ++i) {
        const Segment s = segment_of(a[i], at, matrix.inner);
        out[i] = std::isnan(a[i]) ? nan : (1 - s.share) * values[s.first] + s.share * values[s.second];
      }
      return n;
    }
  }
  return 0;
}

TouchSet touched(const MatrixNode&, const Arrival& a) {
  return a.everywhere();
}

std::size_t propose(const MatrixNode& matrix, const Move& move, double* out) {
  return evaluate(matrix, move.rows.count, move.after, out);
}

void pull_back(const MatrixNode& matrix, std::size_t n, const Values& in, const double* out,
               const double* adjoint, const Adjoints& into) {
  const double* a = in.of(matrix.inputs[0]);
  double* to = into.of(matrix.inputs[0]);
  const std::size_t d = matrix.rows;
  switch (matrix.op) {
    case MatrixOp::product: {
      const std::size_t m = matrix.inner, cols = matrix.cols;
      const double* b = in.of(matrix.inputs[1]);
      if (to)
        for (std::size_t i = 0; i < d; ++i)
          for (std::size_t k = 0; k < m; ++k)
            for (std::size_t j = 0; j < cols; ++j) to[i * m + k] += adjoint[i * cols + j] * b[k * cols + j];
      if (double* other = into.of(matrix.inputs[1]))
        for (std::size_t i = 0; i < d; ++i)
          for (std::size_t k = 0; k < m; ++k)
            for (std::size_t j = 0; j < cols; ++j)
              other[k * cols + j] += a[i * m + k] * adjoint[i * cols + j];
      return;
    }
    case MatrixOp::transpose:
      for (std::size_t i = 0; i < d; ++i)
        for (std::size_t j = 0; j < matrix.cols; ++j) to[i * matrix.cols + j] += adjoint[j * d + i];
      return;
    case MatrixOp::inverse: {  // - Y' G Y'
      double* half = small::scratch(0, d * d);
      std::fill_n(half, d * d, 0.0);
      for (std::size_t i = 0; i < d; ++i)
        for (std::size_t k = 0; k < d; ++k)
          for (std::size_t j = 0; j < d; ++j) half[i * d + j] += out[k * d + i] * adjoint[k * d + j];
      for (std::size_t i = 0; i < d; ++i)
        for (std::size_t j = 0; j < d; ++j)
          for (std::size_t k = 0; k < d; ++k) to[i * d + j] -= half[i * d + k] * out[j * d + k];
      return;
    }
    case MatrixOp::cholesky: {
      double* slope = small::scratch(0, d * d);
      small::cholesky_adjoint(d, out, adjoint, slope);
      for (std::size_t i = 0; i < d * d; ++i) to[i] += slope[i];
      return;
    }
    case MatrixOp::log_determinant: {  // the inverse, each pair of elements counted at its lower one
      double* whole = small::scratch(0, 2 * d * d);
      double* y = whole + d * d;
      for (std::size_t i = 0; i < d; ++i)
        for (std::size_t j = 0; j <= i; ++j) whole[i * d + j] = whole[j * d + i] = a[i * d + j];
      small::inverse(d, whole, y);
      for (std::size_t i = 0; i < d; ++i)
        for (std::size_t j = 0; j <= i; ++j) to[i * d + j] += *adjoint * (i == j ? 1 : 2) * y[i * d + j];
      return;
    }
    case MatrixOp::sort: {
      const std::uint32_t* order = ascending(d, a);
      for (std::size_t i = 0; i < d; ++i) to[order[i]] += adjoint[i];
      return;
    }
    case MatrixOp::rank:
    case MatrixOp::order:
      return;
    case MatrixOp::interpolate: {
      const double* at = in.of(matrix.inputs[1]);
      const double* values = in.of(matrix.inputs[2]);
      double* to_at = into.of(matrix.inputs[1]);
      double* to_values = into.of(matrix.inputs[2]);
      for (std::size_t i = 0; i < n; ++i) {
        const Segment s = segment_of(a[i], at, matrix.inner);
        if (to_values) {
          to_values[s.first] += adjoint[i] * (1 - s.share);
          to_values[s.second] += adjoint[i] * s.share;
        }
        if (s.first == s.second) continue;
        const double slope = adjoint[i] * (values[s.second] - values[s.first]) / (at[s.second] - at[s.first]);
        if (to) to[i] += slope;
        if (to_at) {
          to_at[s.first] -= slope * (1 - s.share);
          to_at[s.second] -= slope * s.share;
        }
      }
      return;
    }
  }
}

std::string describe(const MatrixNode& matrix) {
  switch (matrix.op) {
    case MatrixOp::product:
      return "matrix: product";
    case MatrixOp::transpose:
      return "matrix: transpose";
    case MatrixOp::inverse:
      return "matrix: inverse";
    case MatrixOp::cholesky:
      return "matrix: cholesky";
    case MatrixOp::log_determinant:
      return "matrix: log_determinant";
    case MatrixOp::sort:
      return "matrix: sort";
    case MatrixOp::rank:
      return "matrix: rank";
    case MatrixOp::order:
      return "matrix: order";
    case MatrixOp::interpolate:
      return "matrix: interpolate";
  }
  return "";
}

}  // namespace cggibbs
