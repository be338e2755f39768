// Functions of whole arrays in each row.
#pragma once

#include "bugs/value.hpp"
#include "graph/nodes/matrix.hpp"

namespace cggibbs::bugs {

/// Each element of a row as a number of its own.
std::vector<Value> split_elements(const Value& a);
Value product(const Value& a);
/// The elements of an array so many times over, or each of them as often as its number says, as R's rep does.
Value repeated(const Value& a, const Value& times);
/// from, to and by, as R's seq does.
Value sequence(const std::vector<Value>& a);
/// One vector of all elements, those of arrays with the first index fastest.
Value concatenate(const std::vector<Value>& all);
/// A vector on the left stands for a row where it must, else for a column, as in R.
Value matrix_multiply(const Value& a, const Value& b);
Value transposed(const Value& a);
Value inverted(const Value& a);
Value log_det(const Value& a);
/// sort, rank or order of the vector in each row.
Value of_vectors(MatrixOp op, const Value& a);
/// The line through points (at, values), which are the same in every row where they are nodes.
Value interpolated(const Value& x, const Value& at, const Value& values);

}  // namespace cggibbs::bugs
