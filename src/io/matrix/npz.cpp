// Matrices from NumPy's .npz archives.
#include "io/matrix/npz.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "io/file/memory_limit.hpp"
#include "io/file/message.hpp"
#include "io/file/text_file.hpp"
#include "io/matrix/npz_archive.hpp"
#include "io/matrix/response_file.hpp"
#include "io/matrix/sparse_build.hpp"

namespace cggibbs {
namespace {

std::string shape_text(const std::vector<std::size_t>& shape) {
  std::string out = "(";
  for (std::size_t k = 0; k < shape.size(); ++k) out += (k ? ", " : "") + std::to_string(shape[k]);
  return out + (shape.size() == 1 ? ",)" : ")");
}

DenseMatrix read_dense(NpzArchive& archive, const std::string& variable) {
  NpzArray array = archive.open(variable);
  const auto& shape = array.header().shape;
  if (shape.size() != 2)
    fail_in(array.name(), fmt::format("has shape {}, but a matrix needs two dimensions, (rows, columns).",
                                      shape_text(shape)));
  if (shape[0] == 0 || shape[1] == 0)
    fail_in(array.name(), fmt::format("the matrix is {} x {}. It needs at least one row and one column.",
                                      shape[0], shape[1]));
  DenseMatrix x{shape[0], shape[1], {}};
  array.require_readable();
  x.values.resize(shape[0] * shape[1]);
  if (array.header().fortran_order) {
    array.read(x.values.data(), x.values.size());
  } else {
    // A block of rows at a time, each written column by column.
    const std::size_t block = std::clamp<std::size_t>(65536 / x.cols, 1, x.rows);
    std::vector<double> lines(block * x.cols);
    for (std::size_t i0 = 0; i0 < x.rows; i0 += block) {
      const std::size_t height = std::min(block, x.rows - i0);
      array.read(lines.data(), height * x.cols);
      for (std::size_t j = 0; j < x.cols; ++j)
        for (std::size_t i = 0; i < height; ++i) x.values[j * x.rows + i0 + i] = lines[i * x.cols + j];
    }
  }
  array.finish();
  return x;
}

/// A vector: one dimension, or two of which one is 1.
std::vector<double> read_vector(NpzArchive& archive, const std::string& variable) {
  NpzArray array = archive.open(variable);
  const auto& shape = array.header().shape;
  const bool vector = shape.size() == 1 || (shape.size() == 2 && (shape[0] == 1 || shape[1] == 1));
  if (!vector) fail_in(array.name(), fmt::format("has shape {}, but must be a vector.", shape_text(shape)));
  array.require_readable();
  std::vector<double> values(static_cast<std::size_t>(array.header().count()));
  array.read(values.data(), values.size());
  array.finish();
  return values;
}

/// A vector of row or column numbers, a block at a time.
EntryIndex read_index(NpzArchive& archive, const std::string& variable) {
  NpzArray array = archive.open(variable);
  if (array.header().shape.size() != 1)
    fail_in(array.name(),
            fmt::format("has shape {}, but must be a vector.", shape_text(array.header().shape)));
  array.require_readable();
  const auto count = static_cast<std::size_t>(array.header().count());
  EntryIndex index;
  index.at.reserve(count);
  std::vector<double> block(std::min<std::size_t>(count, 8192));
  for (std::size_t done = 0; done < count;) {
    const std::size_t some = std::min(count - done, block.size());
    array.read(block.data(), some);
    index.append(std::span<const double>(block).first(some));
    done += some;
  }
  array.finish();
  return index;
}

std::size_t whole_size(double v, const std::string& source) {
  if (!(v >= 0 && v < 9e15) || v != static_cast<double>(static_cast<std::size_t>(v)))
    fail_in(source, fmt::format("the sparse matrix has a size of {} in its shape. The file is damaged.", v));
  return static_cast<std::size_t>(v);
}

SparseMatrix read_coo(NpzArchive& archive, std::size_t rows, std::size_t cols,
                      const std::vector<double>& data) {
  const std::vector<double> row = read_vector(archive, "row"), col = read_vector(archive, "col");
  const std::string& source = archive.source();
  if (row.size() != data.size() || col.size() != data.size())
    fail_in(
        source,
        fmt::format("the sparse matrix has {} rows, {} columns and {} values stored, which must be as many "
                    "of each. The file is damaged.",
                    row.size(), col.size(), data.size()));
  Triplets entries;
  for (std::size_t k = 0; k < data.size(); ++k) {
    if (!is_index(row[k], rows) || !is_index(col[k], cols))
      fail_in(source,
              fmt::format("stored entry {} of the sparse matrix is at ({}, {}), outside {} x {}. The file is "
                          "damaged.",
                          k + 1, row[k], col[k], rows, cols));
    entries.add(static_cast<std::uint32_t>(row[k]), static_cast<std::uint32_t>(col[k]), data[k]);
  }
  return from_triplets(rows, cols, std::move(entries));
}

SparseMatrix read_scipy(NpzArchive& archive) {
  const std::string& source = archive.source();
  const std::string format = archive.open("format").read_string();
  if (format != "csr" && format != "csc" && format != "coo")
    fail_in(source, fmt::format("holds a sparse matrix of format {}. Convert it with .tocsc() before "
                                "scipy.sparse.save_npz.",
                                excerpt(format)));
  const std::vector<double> shape = read_vector(archive, "shape");
  if (shape.size() != 2)
    fail_in(source, fmt::format("the sparse matrix has {} dimensions, but must have 2.", shape.size()));
  const std::size_t rows = whole_size(shape[0], source), cols = whole_size(shape[1], source);
  require_plausible_shape(shape[0], shape[1], source);
  std::vector<double> data = read_vector(archive, "data");
  if (format == "coo") return read_coo(archive, rows, cols, data);
  CompressedLines lines;
  lines.rows = rows;
  lines.cols = cols;
  lines.by_rows = format == "csr";
  lines.start = read_vector(archive, "indptr");
  lines.index = read_index(archive, "indices");
  lines.values = std::move(data);
  return from_compressed(std::move(lines), source);
}

MatrixData read_archive(NpzArchive archive, const MatrixOptions& options) {
  const auto& variables = archive.variables();
  const bool scipy =
      !archive.has(options.x_name) && archive.has("format") && archive.has("shape") && archive.has("data");
  const std::string x_name = scipy ? "" : matrix_variable(options, variables, archive.source());
  if (options.matrix_only)
    return without_response(scipy ? Matrix(read_scipy(archive)) : Matrix(read_dense(archive, x_name)),
                            archive.source());
  if (scipy && options.response.empty() && !archive.has("Y") && !archive.has("y"))
    fail_in(archive.source(),
            "holds only a sparse matrix. Name a file with the response, one number per line.");
  const auto variable = response_variable(options, variables, archive.source());
  std::vector<double> y = variable ? read_vector(archive, *variable) : read_response_file(options.response);
  Matrix x = scipy ? Matrix(read_scipy(archive)) : Matrix(read_dense(archive, x_name));
  return join(std::move(x), std::move(y), archive.source());
}

}  // namespace

MatrixData read_npz(const std::string& path, const MatrixOptions& options) {
  return read_archive(NpzArchive::from_file(path), options);
}

MatrixData parse_npz(std::string_view bytes, const std::string& source, const MatrixOptions& options) {
  return read_archive(NpzArchive::from_memory(bytes, source), options);
}

}  // namespace cggibbs
