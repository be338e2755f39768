// Functions of small matrices and of whole vectors, evaluated whole.
#pragma once

#include <string>

#include "graph/nodes/move.hpp"

namespace cggibbs {

enum class MatrixOp {
  product,
  transpose,
  inverse,
  cholesky,
  log_determinant,
  sort,
  rank,
  order,
  interpolate
};

/// Matrices are stored row by row. A product is of rows x inner and inner x cols; all others are of one square matrix
/// (transpose: of one rows x cols). cholesky and log_determinant read the lower triangle of a positive definite matrix. sort, rank and
/// order are of a vector of `rows` elements: ascending, equal ones in their order, places from 1. interpolate(x, at, values) is at
/// each x the line through the two nearest of `inner` points, whose places ascend; beyond the ends the first or the last value.
struct MatrixNode {
  MatrixOp op;
  std::vector<NodeId> inputs;
  std::uint32_t rows, inner, cols;
};

template <class F>
void for_each_input(const MatrixNode& matrix, F&& f) {
  for (NodeId i : matrix.inputs) f(i);
}
template <class F>
void rename_inputs(MatrixNode& matrix, F&& f) {
  for (NodeId& i : matrix.inputs) i = f(i);
}
/// NaN for a matrix that has no inverse or no factor; the log determinant of the latter is -inf, so that it has no density.
std::size_t evaluate(const MatrixNode& matrix, std::size_t n, const Values& in, double* out);
TouchSet touched(const MatrixNode& matrix, const Arrival& arrival);
std::size_t propose(const MatrixNode& matrix, const Move& move, double* out);
void pull_back(const MatrixNode& matrix, std::size_t n, const Values& in, const double* out,
               const double* adjoint, const Adjoints& into);
std::string describe(const MatrixNode& matrix);

}  // namespace cggibbs
