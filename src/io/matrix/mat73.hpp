// Matrices from MATLAB version 7.3 files, which are HDF5.
#pragma once

#include <string>
#include <string_view>

#include "io/matrix/matrix_data.hpp"

namespace cggibbs {

/// Whether the bytes at the start of a file (its first 520 or more) are those of an HDF5 file.
bool is_hdf5(std::string_view start);

/// HDF5 reads in a child process, because damaged files can crash it: that is an Error here. Sizes are checked against the file
/// before it reads the numbers.
MatrixData read_mat73(const std::string& path, const std::string& source, const MatrixOptions& options = {});

}  // namespace cggibbs
