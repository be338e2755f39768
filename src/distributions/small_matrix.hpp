// Factors and inverses of small square matrices, row by row, by plain loops that allocate nothing.
#pragma once

#include <cstddef>

namespace cggibbs::small {

/// At least n doubles that belong to this thread until the next call with the same slot (0..2). Grows once.
double* scratch(int slot, std::size_t n);

/// out = a^-1 (NaN when it has none); out is not a.
void inverse(std::size_t d, const double* a, double* out);

/// The lower L with L L' = a, from the lower triangle of a; zero above. NaN when a is not positive definite. l may be a.
void cholesky(std::size_t d, const double* a, double* l);

/// The factor of a, as cholesky() gives it, and the sum of the logarithms of its diagonal. Events of one factor share their matrix as
/// a rule: what was found is kept, by the numbers in a, until this thread asks for another.
struct Factored {
  const double* l;
  double log_diagonal;  ///< NaN where there is no factor
};
Factored factored(std::size_t d, const double* a);

/// The slope in the lower triangle of a from the slope in L; zero above.
void cholesky_adjoint(std::size_t d, const double* l, const double* slope, double* out);

}  // namespace cggibbs::small
