// Matrices as svmlight and Matrix Market text.
#pragma once

#include <span>
#include <string>

#include "cggibbs/matrix.hpp"

namespace cggibbs {

/// One line per row, `label index:value ...`, indices from 1. The last column is mentioned even when it is empty, so
/// that readers find its number.
std::string svmlight_text(const Matrix& x, std::span<const double> y);

/// Coordinate format for sparse matrices, array format for dense ones.
std::string matrix_market_text(const Matrix& x);

}  // namespace cggibbs
