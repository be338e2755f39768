// The covariance of a posterior, estimated from draws so that its condition numbers mean something.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <span>
#include <vector>

namespace cggibbs {

struct DrawsCovariance {
  Eigen::MatrixXd covariance;     ///< positive definite; 1 x 1 where no column can be used
  std::vector<std::size_t> kept;  ///< the columns it is of
  double shrinkage = 0;           ///< weight of the identity in the estimate of the correlations, 0 to 1
  bool rough =
      false;  ///< draws were too few for the dimension: read condition numbers as orders of magnitude
};

/// draws holds d columns of n nearly independent draws each. Columns that never change are left out, and
/// so are those that are sums of earlier ones. With fewer than five draws per dimension correlations are shrunk
/// towards the identity as far as their noise demands (Ledoit and Wolf 2004).
DrawsCovariance draws_covariance(std::size_t n, std::size_t d, std::span<const double> draws);

}  // namespace cggibbs
