// A covariance matrix as a user names it: a file that holds it, or its inverse.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

namespace cggibbs {

struct CovarianceFile {
  Eigen::MatrixXd covariance, precision;
  std::vector<std::string> names;  ///< x1, x2, ... where the file has none
};

/// Throws Error unless it is one. `is_precision`: the file has the inverse.
CovarianceFile read_covariance_file(const std::string& path, bool is_precision, const std::string& x_name);

/// A number for each coordinate: "1,2,3", one number for all, or a file with them.
Eigen::VectorXd parse_vector(const std::string& text, Eigen::Index size, const std::string& option);

}  // namespace cggibbs
