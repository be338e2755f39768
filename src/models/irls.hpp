// Penalized iteratively reweighted least squares that keeps every mean in its range.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "base/special.hpp"
#include "models/centred_design.hpp"
#include "models/family.hpp"

namespace cggibbs {

/// What is known of the dispersion (see FamilyRow::dispersion_of) before there are data.
struct DispersionRange {
  double least = 0, most = inf;
};

struct IrlsProblem {
  const CentredDesign& design;
  const Response& response;
  const std::vector<double>& offset;  ///< empty: none
  Family family;
  Link link;
  Eigen::VectorXd prior_mean;       ///< of theta
  Eigen::VectorXd prior_precision;  ///< 0: flat
  DispersionRange dispersion =
      {};  ///< asked where as many coefficients as rows leave nothing to learn it from
};

struct IrlsFit {
  Eigen::VectorXd phi;          ///< the estimate, in the design's coordinates
  Eigen::MatrixXd information;  ///< curvature there, penalty included
  Eigen::VectorXd eta;
  double dispersion = 1;  ///< Pearson estimate
  bool feasible = true;   ///< every row has positive density at the estimate
};

/// Steps are halved until the penalized deviance falls and all means are in their range, so the estimate is as good as
/// the last step; it need not have converged.
IrlsFit irls(const IrlsProblem& problem);

}  // namespace cggibbs
