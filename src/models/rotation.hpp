// A linear change of coefficients that makes the likelihood's curvature nearly the identity.
#pragma once

#include <cggibbs/matrix.hpp>
#include <vector>

#include "models/family.hpp"
#include "models/irls.hpp"

namespace cggibbs {

/// theta = matrix * z. Around theta_hat the coordinates of z are nearly uncorrelated with unit scale,
/// whatever the units and correlations of the predictors: one-at-a-time updates of z mix where those of theta
/// crawl.
struct Rotation {
  DenseMatrix matrix;            ///< upper triangular, p x p
  std::vector<double> start;     ///< z at the penalized estimate
  std::vector<double> estimate;  ///< theta there
  double dispersion = 1;         ///< Pearson estimate
  bool feasible = true;          ///< every row has positive density at the estimate
  bool separated = false;        ///< fitted probabilities reach 0 and 1: no finite estimate without a prior
};

/// Penalized iteratively reweighted least squares. x has p columns (intercept included); prior_precision and
/// prior_mean one entry each (0 for flat).
Rotation find_rotation(const DenseMatrix& x, const Response& response, const std::vector<double>& offset,
                       Family family, Link link, const std::vector<double>& prior_mean,
                       const std::vector<double>& prior_precision, DispersionRange dispersion = {});

}  // namespace cggibbs
