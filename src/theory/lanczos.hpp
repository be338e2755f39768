// The largest eigenvalues of a large symmetric operator, and their vectors, by Lanczos' method.
#pragma once

#include <Eigen/Core>
#include <functional>

namespace cggibbs {

using SymmetricProduct = std::function<Eigen::VectorXd(const Eigen::VectorXd&)>;

struct LanczosSettings {
  double accuracy = 1e-8;   ///< of the largest: its residual over it
  Eigen::Index most = 300;  ///< products
};

struct EigenPairs {
  Eigen::VectorXd values;   ///< descending
  Eigen::MatrixXd vectors;  ///< a column each, orthonormal
};

/// All pairs of the Krylov space of `start`: the first is accurate as asked, or as `most` products allow. Vectors are kept
/// orthogonal in full. Where the space ends early, it is invariant, and of an eigenvalue that occurs more than once it has one
/// vector.
EigenPairs largest_eigenpairs(const SymmetricProduct& product, const Eigen::VectorXd& start,
                              const LanczosSettings& settings);

}  // namespace cggibbs
