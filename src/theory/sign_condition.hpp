// Whether all partial correlations of a Gaussian are of one kind: the condition of the bound on Gibbs sampling's rate.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace cggibbs {

struct SignCondition {
  std::size_t positive =
      0;              ///< entries above the diagonal of the precision that are positive beyond rounding
  bool holds = true;  ///< there are none
  /// There are none after changing the sign of these coordinates, which changes neither rates nor condition numbers. Valid where
  /// `after_flips`.
  bool after_flips = true;
  std::vector<Eigen::Index> flips;
};

SignCondition sign_condition(const Eigen::MatrixXd& precision);

}  // namespace cggibbs
