// Matrices from MATLAB version 7.3 files, read through HDF5.
#include "io/matrix/mat73.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "io/file/guarded.hpp"
#include "io/file/memory_limit.hpp"
#include "io/file/message.hpp"
#include "io/file/text_file.hpp"
#include "io/matrix/hdf5_handle.hpp"
#include "io/matrix/hdf5_header.hpp"
#include "io/matrix/hdf5_storage.hpp"
#include "io/matrix/response_file.hpp"
#include "io/matrix/sparse_build.hpp"

namespace cggibbs {
namespace {

/// Keeps HDF5 from printing its error stack while it is alive.
class QuietHdf5 {
 public:
  QuietHdf5() {
    H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~QuietHdf5() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }
  QuietHdf5(const QuietHdf5&) = delete;
  QuietHdf5& operator=(const QuietHdf5&) = delete;

 private:
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

/// The root's members, but for MATLAB's own (#refs#, #subsystem#).
std::vector<std::string> variable_names(hid_t file) {
  std::vector<std::string> names;
  const auto add = [](hid_t, const char* name, const H5L_info_t*, void* out) -> herr_t {
    if (name && name[0] != '#') static_cast<std::vector<std::string>*>(out)->emplace_back(name);
    return 0;
  };
  H5Literate(file, H5_INDEX_NAME, H5_ITER_INC, nullptr, add, &names);
  return names;
}

/// The attribute MATLAB_class, or nothing where other writers leave it out.
std::string matlab_class(hid_t object) {
  if (H5Aexists(object, "MATLAB_class") <= 0) return "";
  const Hdf5Handle attribute(H5Aopen(object, "MATLAB_class", H5P_DEFAULT), H5Aclose);
  if (!attribute) return "";
  const Hdf5Handle type(H5Aget_type(attribute), H5Tclose);
  const Hdf5Handle space(H5Aget_space(attribute), H5Sclose);
  if (!type || !space || H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0) return "";
  const std::size_t size = H5Tget_size(type);
  if (size == 0 || size > 64 || H5Sget_simple_extent_npoints(space) != 1) return "";
  std::string text(size, '\0');
  if (H5Aread(attribute, type, text.data()) < 0) return "";
  return text.substr(0, text.find('\0'));
}

const char* not_numbers(const std::string& matlab_class) {
  if (matlab_class == "cell") return "a cell array";
  if (matlab_class == "struct") return "a struct";
  if (matlab_class == "char") return "text";
  return "of a class that holds no numbers";
}

bool numeric(const std::string& matlab_class) {
  static const std::vector<std::string> classes = {"",      "double", "single", "logical", "int8",  "uint8",
                                                   "int16", "uint16", "int32",  "uint32",  "int64", "uint64"};
  return std::find(classes.begin(), classes.end(), matlab_class) != classes.end();
}

struct OnDisk {
  std::string path;
  double bytes;
};

struct Numbers {
  std::vector<hsize_t> dims;  ///< as MATLAB counts them: HDF5's in reverse
  std::vector<double> values;
};

/// A dataset of real numbers, its size checked against the file before anything of that size is allocated.
Numbers read_numbers(hid_t parent, const std::string& member, const OnDisk& disk, const std::string& name) {
  require_sound_header(parent, member, disk.path, name);
  const Hdf5Handle dataset(H5Dopen2(parent, member.c_str(), H5P_DEFAULT), H5Dclose);
  if (!dataset) fail_damaged(name);
  const Hdf5Handle type(H5Dget_type(dataset), H5Tclose);
  const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
  if (!type || !space) fail_damaged(name);
  const H5T_class_t kind = H5Tget_class(type);
  if (kind == H5T_COMPOUND) fail_in(name, "is complex. Save its real part as a numeric array.");
  if (kind != H5T_INTEGER && kind != H5T_FLOAT)
    fail_in(name, "is of a class that holds no numbers. Save it as a numeric array.");
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank < 0) fail_damaged(name);
  Numbers out;
  out.dims.resize(static_cast<std::size_t>(rank));
  if (rank > 0 && H5Sget_simple_extent_dims(space, out.dims.data(), nullptr) < 0) fail_damaged(name);
  std::reverse(out.dims.begin(), out.dims.end());
  double count = 1;
  for (const hsize_t d : out.dims) count *= static_cast<double>(d);
  require_plausible(count * static_cast<double>(H5Tget_size(type)), disk.bytes, name, "its numbers");
  require_memory(design_copies * 8 * count, name, "its numbers");
  require_stored(dataset, count, disk.bytes, name);
  out.values.resize(static_cast<std::size_t>(count));
  if (count > 0 && H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, out.values.data()) < 0)
    fail_damaged(name);
  return out;
}

/// The attribute MATLAB_sparse: how many rows the sparse matrix of this group has.
std::optional<std::uint64_t> sparse_rows(hid_t group) {
  if (H5Aexists(group, "MATLAB_sparse") <= 0) return std::nullopt;
  const Hdf5Handle attribute(H5Aopen(group, "MATLAB_sparse", H5P_DEFAULT), H5Aclose);
  if (!attribute) return std::nullopt;
  const Hdf5Handle type(H5Aget_type(attribute), H5Tclose);
  const Hdf5Handle space(H5Aget_space(attribute), H5Sclose);
  std::uint64_t rows = 0;
  if (!type || !space || H5Tget_class(type) != H5T_INTEGER || H5Sget_simple_extent_npoints(space) != 1 ||
      H5Aread(attribute, H5T_NATIVE_UINT64, &rows) < 0)
    return std::nullopt;
  return rows;
}

Matrix read_sparse(hid_t group, std::uint64_t rows, const OnDisk& disk, const std::string& name) {
  CompressedLines lines;
  lines.start = read_numbers(group, "jc", disk, name).values;
  if (lines.start.empty()) fail_damaged(name);
  lines.rows = rows;
  lines.cols = lines.start.size() - 1;
  require_plausible_shape(static_cast<double>(rows), static_cast<double>(lines.cols), name);
  if (H5Lexists(group, "ir", H5P_DEFAULT) > 0) {  // both are missing when no entry is stored
    lines.index.append(read_numbers(group, "ir", disk, name).values);
    lines.values = read_numbers(group, "data", disk, name).values;
  }
  return from_compressed(std::move(lines), name);
}

Matrix read_dense(hid_t file, const std::string& variable, const OnDisk& disk, const std::string& name) {
  Numbers numbers = read_numbers(file, variable, disk, name);
  const std::vector<hsize_t>& dims = numbers.dims;
  if (dims.size() != 2) fail_in(name, fmt::format("has {} dimensions. Save it as a 2-D array.", dims.size()));
  if (dims[0] == 0 || dims[1] == 0)
    fail_in(name, fmt::format("the matrix is {} x {}. It needs at least one row and one column.", dims[0],
                              dims[1]));
  return DenseMatrix{dims[0], dims[1], std::move(numbers.values)};
}

Matrix read_variable(hid_t file, const std::string& variable, const OnDisk& disk, const std::string& source) {
  const std::string name = source + ": variable " + excerpt(variable);
  require_sound_header(file, variable, disk.path, name);
  const Hdf5Handle object(H5Oopen(file, variable.c_str(), H5P_DEFAULT), H5Oclose);
  if (!object) fail_damaged(name);
  const std::string kind = matlab_class(object);
  const H5I_type_t what = H5Iget_type(object);
  if (what == H5I_GROUP) {
    const auto rows = sparse_rows(object);
    if (rows && numeric(kind)) return read_sparse(object, *rows, disk, name);
  }
  if (what != H5I_DATASET || !numeric(kind))
    fail_in(name, fmt::format("is {}. Save it as a numeric array.",
                              not_numbers(what == H5I_GROUP && kind.empty() ? "struct" : kind)));
  if (H5Aexists(object, "MATLAB_empty") > 0)
    fail_in(name, "is empty. It needs at least one row and one column.");
  return read_dense(file, variable, disk, name);
}

}  // namespace

bool is_hdf5(std::string_view start) {
  // MATLAB puts a 512-byte block of its own before the HDF5 signature; other writers leave it out.
  constexpr std::string_view signature = "\x89HDF\r\n\x1a\n";
  return start.substr(0, signature.size()) == signature ||
         (start.size() > 512 && start.substr(512, signature.size()) == signature);
}

namespace {

MatrixData read_here(const std::string& path, const std::string& source, const MatrixOptions& options) {
  const OnDisk disk{path, static_cast<double>(regular_file_size(path))};
  const QuietHdf5 quiet;
  const Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!file)
    fail_in(source,
            "is not a complete MATLAB version 7.3 file. It is damaged or cut short: fetch or save it again.");
  const std::vector<std::string> names = variable_names(file);
  const std::string x_name = matrix_variable(options, names, source);
  if (options.matrix_only) return without_response(read_variable(file, x_name, disk, source), source);
  const auto response = response_variable(options, names, source);
  std::vector<double> y = response ? as_vector(read_variable(file, *response, disk, source),
                                               source + ": variable " + excerpt(*response))
                                   : read_response_file(options.response);
  return join(read_variable(file, x_name, disk, source), std::move(y), source);
}

template <class T>
void write(GuardedWriter& to, const std::vector<T>& v) {
  const std::size_t size = v.size();
  to.write(&size, sizeof size);
  to.write(v.data(), size * sizeof(T));
}

double most_bytes() {
  return std::min(MemoryBudget::bytes(), 1e12);
}

bool sound(const SparseMatrix& x) {
  return x.start.size() == x.cols + 1 && x.start.front() == 0 && x.start.back() == x.row.size() &&
         x.row.size() == x.values.size() && std::is_sorted(x.start.begin(), x.start.end()) &&
         std::all_of(x.row.begin(), x.row.end(), [&](std::uint32_t i) { return i < x.rows; });
}

template <class T>
bool read(GuardedReader& from, std::vector<T>& v) {
  std::size_t size = 0;
  // A reader gone wrong may send anything.
  if (!from.read(&size, sizeof size) || static_cast<double>(size) * sizeof(T) > most_bytes()) return false;
  v.resize(size);
  return from.read(v.data(), size * sizeof(T));
}

void write(GuardedWriter& to, const MatrixData& data) {
  const auto* sparse = std::get_if<SparseMatrix>(&data.x);
  const std::size_t shape[] = {sparse ? 1U : 0U, rows(data.x), cols(data.x)};
  to.write(shape, sizeof shape);
  write(to, data.y);
  if (sparse) {
    write(to, sparse->start);
    write(to, sparse->row);
  }
  write(to, sparse ? sparse->values : std::get<DenseMatrix>(data.x).values);
}

bool read(GuardedReader& from, MatrixData& data) {
  std::size_t shape[3];
  if (!from.read(shape, sizeof shape) || !read(from, data.y) || data.y.size() != shape[1]) return false;
  if (shape[0] == 0) {
    auto& x = data.x.emplace<DenseMatrix>(DenseMatrix{shape[1], shape[2], {}});
    return read(from, x.values) && x.rows > 0 && x.cols > 0 && x.values.size() / x.rows == x.cols &&
           x.values.size() % x.rows == 0;
  }
  auto& x = data.x.emplace<SparseMatrix>(SparseMatrix{shape[1], shape[2], {}, {}, {}});
  return read(from, x.start) && read(from, x.row) && read(from, x.values) && sound(x);
}

}  // namespace

MatrixData read_mat73(const std::string& path, const std::string& source, const MatrixOptions& options) {
  regular_file_size(path);
  MatrixData data;
  // Sizes are checked before memory is taken: these limits are for what HDF5 does by itself.
  constexpr double for_itself = 64e6, bytes_per_second = 1e8;
  const GuardLimits limits{for_itself + most_bytes(), 5 + most_bytes() / bytes_per_second};
  run_guarded(
      source, "the HDF5 library", limits,
      [&](GuardedWriter& to) { write(to, read_here(path, source, options)); },
      [&](GuardedReader& from) { return read(from, data); });
  data.source = source;
  data.names = column_names(cols(data.x));
  return data;
}

}  // namespace cggibbs
