// Matrices from MATLAB .mat files.
#pragma once

#include <string>

#include "io/matrix_data.hpp"

namespace cggibbs {

/// Version 5 (-v6, -v7) and version 7.3 (HDF5) files. The matrix is a 2-D variable of any real numeric or
/// logical class; sparse stays sparse. The response is a vector.
///
/// Version 5 is parsed here with every size checked. Version 7.3 goes through matio and HDF5, which catch
/// damage such as a cut file but do not promise to survive a file crafted to break them.
MatrixData read_mat(const std::string& path, const MatrixOptions& options = {});

}  // namespace cggibbs
