// Matrices from MATLAB version 5 files, which -v6 and -v7 write.
#pragma once

#include <string>
#include <string_view>

#include "io/matrix/matrix_data.hpp"

namespace cggibbs {

/// Either byte order, compressed or not. No size in the file is trusted.
MatrixData parse_mat5(std::string_view bytes, const std::string& source, const MatrixOptions& options = {});

}  // namespace cggibbs
