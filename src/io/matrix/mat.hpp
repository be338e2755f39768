// Matrices from MATLAB .mat files.
#pragma once

#include <string>

#include "io/matrix/matrix_data.hpp"

namespace cggibbs {

/// Version 5 (-v6, -v7) and version 7.3 (HDF5) files. The matrix is a 2-D variable of any real numeric or
/// logical class; sparse stays sparse. The response is a vector.
///
/// Version 5 is parsed here with every size checked. Version 7.3 goes through HDF5, which catch a
/// file cut short. Known limit: of 6000 small 7.3 files with one to four bytes changed, seven crashed or
/// stalled inside libhdf5 1.10.8, where nothing of ours can intervene.
MatrixData read_mat(const std::string& path, const MatrixOptions& options = {});

}  // namespace cggibbs
