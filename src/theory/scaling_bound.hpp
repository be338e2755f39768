// A proven lower bound of the condition number under every diagonal scaling.
#pragma once

#include "theory/scaled_matrix.hpp"

namespace cggibbs {

/// If U and V are positive semidefinite and no entry of U's diagonal is above that of V's, then tr(U S) / tr(V S) <= kappa(D S D) for
/// every positive diagonal D. For let e = 1 / D^2, scaled so that diag(e) <= S <= kappa diag(e): then
/// tr(U S) <= kappa sum e_i U_ii <= kappa sum e_i V_ii <= kappa tr(V S).
/// Here U = Y Y' and V = Z Z' up to a factor, S is the correlation matrix, and what rounding may have done is taken off. Any Y and Z of
/// as many rows, accurate or not, give a bound.
double scaling_lower_bound(const ScaledMatrix& matrix, const Eigen::MatrixXd& y, const Eigen::MatrixXd& z);

}  // namespace cggibbs
