// The mode of a posterior and the curvature there, by the graph's gradients.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "graph/model.hpp"

namespace cggibbs {

struct Mode {
  std::vector<std::string> names;  ///< of the unconstrained coordinates: "b[1]", "log(sigma)"
  Eigen::VectorXd at;              ///< in these
  Eigen::MatrixXd precision;       ///< minus the second derivatives of the log density there
};

/// Of the density in unconstrained coordinates. Throws Error where there are whole-number parameters, or no mode is found at
/// which the density falls in every direction (under a horseshoe there is none).
Mode find_mode(const Model& model);

}  // namespace cggibbs
