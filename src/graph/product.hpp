// Products of a term's matrix with a vector, and of its transpose, at the cost of the stored entries.
#pragma once

#include "graph/columns.hpp"

namespace cggibbs {

/// out += a * x
void add_product(const Columns& a, const double* x, double* out);

/// out += transpose(a) * r
void add_transposed_product(const Columns& a, const double* r, double* out);

/// What either adds to Work::products: an entry that has to be looked up takes about as long as three in a row.
inline std::size_t products_of(const Columns& a) {
  return a.entries() * (a.dense() ? 1 : 3);
}

}  // namespace cggibbs
