// How fast Gibbs sampling in a fresh random order each sweep (RPGS) forgets where it was, for a Gaussian target.
#pragma once

#include <Eigen/Core>
#include <cstddef>

namespace cggibbs {

/// Over a sweep the mean of the chain is multiplied by the average of the sweep matrices of all orders. That average is
/// self-adjoint for the target (each order stands beside its reverse), and the rate is the largest modulus of its eigenvalues.
/// It is the rate of means and of linear functions.
struct PermutationRate {
  double rate = 0;
  double error = 0;              ///< standard error; 0: exact
  std::size_t permutations = 0;  ///< drawn, each with its reverse; 0: all were averaged
};

/// Exact up to 12 coordinates, by averaging over the sets of coordinates that may have moved; random orders beyond that.
PermutationRate permutation_rate(const Eigen::MatrixXd& precision, std::size_t seed = 1);

/// The average itself, for at most 16 coordinates.
Eigen::MatrixXd mean_sweep_matrix(const Eigen::MatrixXd& precision);

}  // namespace cggibbs
