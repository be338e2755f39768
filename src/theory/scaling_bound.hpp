// A proven lower bound of the condition number under every diagonal scaling.
#pragma once

#include "theory/soft_end.hpp"

namespace cggibbs {

/// If U and V are positive semidefinite with the same diagonal, then tr(U S) / tr(V S) <= kappa(E S E) for every positive
/// diagonal E. For let e = 1 / E^2, scaled so that diag(e) <= S <= kappa diag(e): then
/// tr(U S) <= kappa sum e_i U_ii = kappa sum e_i V_ii <= kappa tr(V S).
/// Here V has the weights of the soft bottom on the eigenvectors of S, and U those of the soft top, with rows and columns scaled so
/// that the diagonals agree. What rounding may have done is taken off. Any ends, accurate or not, give a bound.
double scaling_lower_bound(const ScaledMatrix& matrix, const Eigen::VectorXd& log_scale,
                           const SpectrumEnds& ends, const SoftEnd& top, const SoftEnd& bottom);

}  // namespace cggibbs
