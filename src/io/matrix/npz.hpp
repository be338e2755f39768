// Matrices from NumPy's .npz archives.
#pragma once

#include <string>
#include <string_view>

#include "io/matrix/matrix_data.hpp"

namespace cggibbs {

/// Arrays X and y as numpy.savez writes them (real, integer or boolean; C or Fortran order; either byte
/// order), or one matrix as scipy.sparse.save_npz writes it (csr, csc or coo), whose response is a file or a
/// variable.
MatrixData read_npz(const std::string& path, const MatrixOptions& options = {});

/// The same from memory.
MatrixData parse_npz(std::string_view bytes, const std::string& source, const MatrixOptions& options = {});

}  // namespace cggibbs
