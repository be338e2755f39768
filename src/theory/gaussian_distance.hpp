// How far a Gaussian is from a Gaussian target, in several measures.
#pragma once

#include <Eigen/Core>

#include "theory/sweep_law.hpp"

namespace cggibbs {

struct GaussianDistance {
  double kl = 0;    ///< of the law from the target; infinite for a point
  double chi2 = 0;  ///< infinite where a variance is twice the target's or more, or for a point
  double tv_lower = 0, tv_upper = 1;  ///< total variation lies between
  double w2 = 0;                      ///< Wasserstein's distance, in the units of the target
};

/// The target is N(0, C C') with C = `factor` in the units of w2.
GaussianDistance gaussian_distance(const RelativeLaw& law, const Eigen::MatrixXd& factor);

/// Total variation between N(mean, sd^2) and N(0, 1), exact.
double total_variation(double mean, double sd);

}  // namespace cggibbs
