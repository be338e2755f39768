// A design matrix and its response, as read from a matrix file.
#pragma once

#include <cggibbs/matrix.hpp>
#include <string>
#include <vector>

namespace cggibbs {

struct MatrixData {
  Matrix x;  ///< dense or sparse by columns; every entry is finite
  std::vector<double> y;
  std::vector<std::string> names;  ///< one per column: x1 ... xd when the file has none
  std::string source;              ///< file name for messages
};

}  // namespace cggibbs
