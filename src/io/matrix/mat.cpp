// Matrices from MATLAB .mat files: which version it is.
#include "io/matrix/mat.hpp"

#include "io/file/text_file.hpp"
#include "io/matrix/mat5.hpp"
#include "io/matrix/mat73.hpp"

namespace cggibbs {

MatrixData read_mat(const std::string& path, const MatrixOptions& options) {
  regular_file_size(path);
  if (is_hdf5(read_file_start(path, 1024))) return read_mat73(path, path, options);
  return parse_mat5(read_text_file(path), path, options);
}

}  // namespace cggibbs
