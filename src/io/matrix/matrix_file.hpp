// A design matrix and its response from any matrix format we know.
#pragma once

#include <string>

#include "io/matrix/matrix_data.hpp"

namespace cggibbs {

/// By extension: .svm .svmlight .libsvm (svmlight), .mtx (Matrix Market), .mat (MATLAB), .npz (NumPy, SciPy).
/// Sparse files stay sparse; dense ones become sparse when more than 85% of their entries are zero.
MatrixData read_matrix_file(const std::string& path, const MatrixOptions& options = {});

/// Whether the extension is one of those.
bool is_matrix_file(const std::string& path);

}  // namespace cggibbs
