// Small matrices: plain loops, and their derivatives by the rules of Giles (2008).
#include "graph/nodes/matrix.hpp"

#include <algorithm>
#include <cmath>

#include "distributions/small_matrix.hpp"
#include "graph/node.hpp"

namespace cggibbs {
namespace {

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
  }
  return 0;
}

TouchSet touched(const MatrixNode&, const Arrival& a) {
  return a.everywhere();
}

std::size_t propose(const MatrixNode& matrix, const Move& move, double* out) {
  return evaluate(matrix, move.rows.count, move.after, out);
}

void pull_back(const MatrixNode& matrix, std::size_t, const Values& in, const double* out,
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
  }
  return "";
}

}  // namespace cggibbs
