// Matrices from MATLAB .mat files.
#pragma once

#include <string>

#include "io/matrix/matrix_data.hpp"

namespace cggibbs {

/// Version 5 (-v6, -v7) and version 7.3 (HDF5) files. The matrix is a 2-D variable of any real numeric or
/// logical class; sparse stays sparse. The response is a vector.
///
/// Version 5 is parsed here with every size checked. Version 7.3 goes through HDF5, once the ways are ruled out in which
/// damaged files stopped libhdf5 1.10.8 (hdf5_header.hpp, hdf5_storage.hpp).
MatrixData read_mat(const std::string& path, const MatrixOptions& options = {});

}  // namespace cggibbs
