// A matrix by itself, such as a covariance, from text or any matrix format.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cggibbs/matrix.hpp"

namespace cggibbs {

struct PlainMatrix {
  DenseMatrix values;
  std::vector<std::string> names;  ///< of the columns; empty where the file has none
};

/// .mat and .npz files by the variable `x_name`, or their only one; .mtx files; everything else as text.
PlainMatrix read_plain_matrix(const std::string& path, const std::string& x_name = "X");

/// Rows of numbers between commas, semicolons, tabs or blanks. A first line that is not all numbers names the columns, and so
/// does a first column name the rows, as R and pandas write them.
PlainMatrix parse_plain_matrix(std::string_view text, const std::string& source);

}  // namespace cggibbs
