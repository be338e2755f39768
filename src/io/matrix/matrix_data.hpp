// What readers of matrix files share: their options, and putting matrix and response together.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/matrix_data.hpp"

namespace cggibbs {

struct MatrixOptions {
  std::string x_name = "X";  ///< variable that holds the matrix in .mat and .npz files
  /// Variable that holds the response, or the path of a file with one number per line. Empty means Y or y in
  /// .mat and .npz files and the labels of svmlight files.
  std::string response{};
  bool matrix_only =
      false;  ///< there is no response: y becomes zeros, and a file's only variable needs no name
  bool zero_based = false;  ///< svmlight feature numbers start at 0
  double max_memory = 0;  ///< bytes that the data and a fit may take; 0: ten times the file, at least 256 MB
};

/// Puts matrix and response together: refuses empty matrices, entries that are not finite, and lengths that
/// do not agree; turns a dense matrix of mostly zeros into a sparse one.
MatrixData join(Matrix x, std::vector<double> y, const std::string& source);

/// The same for a matrix alone.
MatrixData without_response(Matrix x, const std::string& source);

/// The variable that holds the matrix; refuses where there is none of that name.
std::string matrix_variable(const MatrixOptions& options, std::span<const std::string> variables,
                            const std::string& source);

/// x1 ... xd, for files that name none.
std::vector<std::string> column_names(std::size_t d);

/// The variable that holds the response in a file with named variables, or nothing when options.response
/// names a file on disk instead. Refuses when there is neither.
std::optional<std::string> response_variable(const MatrixOptions& options,
                                             std::span<const std::string> variables,
                                             const std::string& source);

/// A matrix of one row or one column as a vector; name is for messages.
std::vector<double> as_vector(const Matrix& m, const std::string& name);

}  // namespace cggibbs
