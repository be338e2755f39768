// What one sweep of Gibbs sampling does to a Gaussian target, as a matrix.
#pragma once

#include <Eigen/Core>

namespace cggibbs {

/// B = (I - L)^-1 U, where L and U are the triangles of A = I - diag(Q)^-1 Q: a sweep over the coordinates in their order (DUGS)
/// takes N(mu + m, S + E) to N(mu + B m, S + B E B'), where N(mu, S) is the target and Q its precision.
Eigen::MatrixXd sweep_matrix(const Eigen::MatrixXd& precision);

/// The same in coordinates in which the target is N(0, I): z = C^-1 (x - mu) with `factor` = C, lower triangular, S = C C'.
struct WhitenedSweep {
  Eigen::MatrixXd factor;
  Eigen::MatrixXd sweep;  ///< C^-1 B C
};

/// Throws Error unless it is a precision matrix.
WhitenedSweep whitened_sweep(const Eigen::MatrixXd& precision);

}  // namespace cggibbs
