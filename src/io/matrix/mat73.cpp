// Matrices from MATLAB version 7.3 files, read through matio.
#include "io/matrix/mat73.hpp"

#include <H5Epublic.h>
#include <fmt/format.h>
#include <matio.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "io/file/memory_limit.hpp"
#include "io/file/message.hpp"
#include "io/file/text_file.hpp"
#include "io/matrix/raw_numbers.hpp"
#include "io/matrix/response_file.hpp"
#include "io/matrix/sparse_build.hpp"

namespace cggibbs {
namespace {

struct CloseMat {
  void operator()(mat_t* mat) const { Mat_Close(mat); }
};
struct FreeVariable {
  void operator()(matvar_t* variable) const { Mat_VarFree(variable); }
};
using MatFile = std::unique_ptr<mat_t, CloseMat>;
using MatVariable = std::unique_ptr<matvar_t, FreeVariable>;

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

std::optional<RawType> raw_type(matio_types type) {
  switch (type) {
    case MAT_T_INT8:
      return RawType::i1;
    case MAT_T_UINT8:
      return RawType::u1;
    case MAT_T_INT16:
      return RawType::i2;
    case MAT_T_UINT16:
      return RawType::u2;
    case MAT_T_INT32:
      return RawType::i4;
    case MAT_T_UINT32:
      return RawType::u4;
    case MAT_T_INT64:
      return RawType::i8;
    case MAT_T_UINT64:
      return RawType::u8;
    case MAT_T_SINGLE:
      return RawType::f4;
    case MAT_T_DOUBLE:
      return RawType::f8;
    default:
      return std::nullopt;
  }
}

bool numeric(matio_classes c) {
  return c == MAT_C_SPARSE || (c >= MAT_C_DOUBLE && c <= MAT_C_UINT64);
}

const char* class_name(matio_classes c) {
  switch (c) {
    case MAT_C_CELL:
      return "a cell array";
    case MAT_C_STRUCT:
      return "a struct";
    case MAT_C_OBJECT:
      return "an object";
    case MAT_C_CHAR:
      return "text";
    default:
      return "of a class that holds no numbers";
  }
}

std::vector<std::string> variable_names(mat_t* mat) {
  std::size_t count = 0;
  char** directory = Mat_GetDir(mat, &count);
  std::vector<std::string> names;
  for (std::size_t k = 0; directory && k < count; ++k)
    if (directory[k]) names.emplace_back(directory[k]);
  return names;
}

std::vector<double> to_doubles(const void* data, std::size_t count, matio_types type,
                               const std::string& name) {
  const auto raw = raw_type(type);
  if (!raw || (!data && count > 0))
    fail_in(name, "cannot be read as numbers. The file is damaged: fetch or save it again.");
  std::vector<double> out(count);
  decode_numbers(*raw, false, static_cast<const char*>(data), count, out.data());
  return out;
}

SparseMatrix to_sparse(const matvar_t& variable, const std::string& name) {
  const auto* s = static_cast<const mat_sparse_t*>(variable.data);
  CompressedLines lines;
  lines.rows = variable.dims[0];
  lines.cols = variable.dims[1];
  lines.index.append(to_doubles(s->ir, s->nir, MAT_T_UINT32, name));
  lines.start = to_doubles(s->jc, s->njc, MAT_T_UINT32, name);
  lines.values = to_doubles(s->data, s->ndata, variable.data_type, name);
  return from_compressed(std::move(lines), name);
}

Matrix read_variable(mat_t* mat, const std::string& variable_name, double file_bytes,
                     const std::string& source) {
  const std::string name = source + ": variable " + excerpt(variable_name);
  const MatVariable variable(Mat_VarReadInfo(mat, variable_name.c_str()));
  if (!variable) fail_in(name, "cannot be read. The file is damaged: fetch or save it again.");
  if (!numeric(variable->class_type))
    fail_in(name, fmt::format("is {}. Save it as a numeric array.", class_name(variable->class_type)));
  if (variable->isComplex) fail_in(name, "is complex. Save its real part as a numeric array.");
  if (variable->rank != 2)
    fail_in(name, fmt::format("has {} dimensions. Save it as a 2-D array.", variable->rank));
  const auto r = static_cast<double>(variable->dims[0]), c = static_cast<double>(variable->dims[1]);
  if (r == 0 || c == 0)
    fail_in(name,
            fmt::format("the matrix is {:.0f} x {:.0f}. It needs at least one row and one column.", r, c));
  const bool sparse = variable->class_type == MAT_C_SPARSE;
  if (sparse) {
    require_plausible_shape(r, c, file_bytes, name);
  } else {
    require_plausible(r * c * static_cast<double>(Mat_SizeOfClass(variable->class_type)), file_bytes, name,
                      "its numbers");
    require_memory(16 * r * c, name, "its numbers");
  }
  if (Mat_VarReadDataAll(mat, variable.get()) != 0 || !variable->data)
    fail_in(name, "cannot be read. The file is damaged: fetch or save it again.");
  if (sparse) return to_sparse(*variable, name);
  return DenseMatrix{
      variable->dims[0], variable->dims[1],
      to_doubles(variable->data, variable->dims[0] * variable->dims[1], variable->data_type, name)};
}

}  // namespace

bool is_hdf5(std::string_view start) {
  // MATLAB puts a 512-byte block of its own before the HDF5 signature; other writers leave it out.
  constexpr std::string_view signature = "\x89HDF\r\n\x1a\n";
  return start.substr(0, signature.size()) == signature ||
         (start.size() > 512 && start.substr(512, signature.size()) == signature);
}

MatrixData read_mat73(const std::string& path, const std::string& source, const MatrixOptions& options) {
  const auto file_bytes = static_cast<double>(regular_file_size(path));
  const QuietHdf5 quiet;
  const MatFile mat(Mat_Open(path.c_str(), MAT_ACC_RDONLY));
  if (!mat)
    fail_in(source,
            "is not a complete MATLAB version 7.3 file. It is damaged or cut short: fetch or save it again.");
  const std::vector<std::string> names = variable_names(mat.get());
  if (std::find(names.begin(), names.end(), options.x_name) == names.end())
    fail_no_variable(options.x_name, names, source);
  const auto response = response_variable(options, names, source);
  std::vector<double> y = response ? as_vector(read_variable(mat.get(), *response, file_bytes, source),
                                               source + ": variable " + excerpt(*response))
                                   : read_response_file(options.response);
  return join(read_variable(mat.get(), options.x_name, file_bytes, source), std::move(y), source);
}

}  // namespace cggibbs
