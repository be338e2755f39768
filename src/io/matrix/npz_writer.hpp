// Writing a matrix and its response to a NumPy .npz archive.
#pragma once

#include <filesystem>
#include <span>

#include "cggibbs/matrix.hpp"

namespace cggibbs {

/// Arrays X and y; a sparse matrix as scipy.sparse.save_npz writes it (csc), with y beside it. The bytes depend on the
/// numbers alone.
void write_npz(const std::filesystem::path& path, const Matrix& x, std::span<const double> y);

}  // namespace cggibbs
