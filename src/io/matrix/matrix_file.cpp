// A design matrix and its response from any matrix format we know.
#include "io/matrix/matrix_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <new>
#include <optional>
#include <system_error>
#include <utility>

#include "io/file/memory_limit.hpp"
#include "io/file/message.hpp"
#include "io/matrix/mat.hpp"
#include "io/matrix/matrix_market.hpp"
#include "io/matrix/npz.hpp"
#include "io/matrix/response_file.hpp"
#include "io/matrix/svmlight.hpp"

namespace cggibbs {
namespace {

MatrixData read_svmlight(const std::string& path, const MatrixOptions& options) {
  MatrixData data = parse_svmlight_file(path, options.zero_based);
  if (options.response.empty()) return data;
  return join(std::move(data.x), read_response_file(options.response), path);
}

MatrixData read_matrix_market(const std::string& path, const MatrixOptions& options) {
  if (options.response.empty())
    fail_in(
        path,
        "a Matrix Market file holds only the matrix. Name a file with the response, one number per line.");
  Matrix x = parse_matrix_market_file(path);
  return join(std::move(x), read_response_file(options.response), path);
}

struct Format {
  const char* extension;
  MatrixData (*read)(const std::string&, const MatrixOptions&);
};
constexpr Format formats[] = {{".mat", read_mat},           {".npz", read_npz},
                              {".mtx", read_matrix_market}, {".svm", read_svmlight},
                              {".svmlight", read_svmlight}, {".libsvm", read_svmlight}};

const Format* find_format(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const Format& format : formats)
    if (extension == format.extension) return &format;
  return nullptr;
}

}  // namespace

bool is_matrix_file(const std::string& path) {
  return find_format(path) != nullptr;
}

MatrixData read_matrix_file(const std::string& path, const MatrixOptions& options) {
  const Format* format = find_format(path);
  if (!format) {
    std::string known;
    for (const Format& f : formats) known += std::string(known.empty() ? "" : ", ") + f.extension;
    fail_in(path, fmt::format(
                      "its extension is none of the matrix formats that can be read ({}). Rename or convert "
                      "the file; tables in .csv need a formula.",
                      known));
  }
  std::error_code failed;
  const auto size = std::filesystem::file_size(path, failed);  // of a pipe nobody knows it
  std::optional<MemoryBudget> budget;
  if (!failed || options.max_memory > 0) budget.emplace(options.max_memory, static_cast<double>(size));
  try {
    return format->read(path, options);
  } catch (const std::bad_alloc&) {
    fail_in(path, "does not fit in memory. Use fewer rows or columns, or a sparse format.");
  }
}

}  // namespace cggibbs
