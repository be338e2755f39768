// Products of a dense matrix, stored by columns, with a vector.
#pragma once

#include <cstddef>

namespace cggibbs::kernels {

// x holds cols columns of n doubles one after the other. Columns are taken four at a time, so that the short
// vector is read and written a quarter as often; for a given target the order of additions depends on n and
// cols only.

/// out[i] += sum_j x[i, j] * v[j]; four columns whose factors are all zero are not read.
void add_product(std::size_t n, std::size_t cols, const double* x, const double* v, double* out);

/// out[j] += sum_i x[i, j] * r[i]
void add_transposed_product(std::size_t n, std::size_t cols, const double* x, const double* r, double* out);

}  // namespace cggibbs::kernels
