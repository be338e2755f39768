// A covariance matrix as a user names it: a file that holds it, or its inverse.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "theory/scaled_matrix.hpp"

namespace cggibbs {

struct CovarianceFile {
  ScaledMatrix given;
  bool is_precision;
  Eigen::MatrixXd covariance() const { return is_precision ? given.precision() : symmetric(); }
  Eigen::MatrixXd precision() const { return is_precision ? symmetric() : given.precision(); }
  Eigen::MatrixXd symmetric() const { return given.scaled(given.log_sd()); }
  std::vector<std::string> names;  ///< x1, x2, ... where the file has none
};

/// Throws Error unless it is one. `is_precision`: it is the inverse of the covariance.
CovarianceFile read_covariance_file(const std::string& path, bool is_precision, const std::string& x_name);

/// A number for each coordinate: "1,2,3", one number for all, or a file with them.
Eigen::VectorXd parse_vector(const std::string& text, Eigen::Index size, const std::string& option);

}  // namespace cggibbs
