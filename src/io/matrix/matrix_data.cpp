// A design matrix and its response, checked against each other.
#include "io/matrix/matrix_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/suggest.hpp"
#include "io/file/memory_limit.hpp"
#include "io/file/message.hpp"
#include "io/matrix/sparse_build.hpp"

namespace cggibbs {
namespace {

[[noreturn]] void fail_not_finite(const std::string& source, std::size_t i, std::size_t j, double value) {
  fail_in(source,
          fmt::format("entry (row {}, column {}) of the matrix is {}. Remove the row or column, or fill in a "
                      "finite value.",
                      i + 1, j + 1, std::isnan(value) ? "NaN (missing)" : "infinite"));
}

void require_finite(const DenseMatrix& x, const std::string& source) {
  for (std::size_t k = 0; k < x.values.size(); ++k)
    if (!std::isfinite(x.values[k])) fail_not_finite(source, k % x.rows, k / x.rows, x.values[k]);
}

void require_finite(const SparseMatrix& x, const std::string& source) {
  for (std::size_t j = 0; j < x.cols; ++j)
    for (std::size_t k = x.start[j]; k < x.start[j + 1]; ++k)
      if (!std::isfinite(x.values[k])) fail_not_finite(source, x.row[k], j, x.values[k]);
}

void require_finite(const IndexMatrix&, const std::string&) {}

bool contains(std::span<const std::string> names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

[[noreturn]] void fail_no_variable(const std::string& name, std::span<const std::string> variables,
                                   const std::string& source) {
  if (variables.empty()) fail_in(source, "the file has no variables. Check that it was written completely.");
  fail_in(source, fmt::format("has no variable {}. The file has {}.{}", excerpt(name), name_list(variables),
                              did_you_mean(name, variables)));
}

}  // namespace

MatrixData without_response(Matrix x, const std::string& source) {
  const std::size_t n = rows(x);
  return join(std::move(x), std::vector<double>(n, 0.0), source);
}

std::string matrix_variable(const MatrixOptions& options, std::span<const std::string> variables,
                            const std::string& source) {
  if (contains(variables, options.x_name)) return options.x_name;
  if (options.matrix_only && variables.size() == 1) return variables[0];
  fail_no_variable(options.x_name, variables, source);
}

MatrixData join(Matrix x, std::vector<double> y, const std::string& source) {
  const std::size_t n = rows(x), d = cols(x);
  if (n == 0 || d == 0)
    fail_in(source, fmt::format("the matrix is {} x {}. It needs at least one row and one column.", n, d));
  if (y.size() != n)
    fail_in(source,
            fmt::format("the matrix has {} rows, but the response has {} values. They must agree; check "
                        "which file or variable holds the response.",
                        n, y.size()));
  std::visit([&](const auto& a) { require_finite(a, source); }, x);
  for (std::size_t i = 0; i < n; ++i)
    if (!std::isfinite(y[i]))
      fail_in(source, fmt::format("response {} is {}. Remove that row or fill in a finite value.", i + 1,
                                  std::isnan(y[i]) ? "NaN (missing)" : "infinite"));

  MatrixData data;
  data.source = source;
  data.y = std::move(y);
  data.names = column_names(d);
  if (auto* dense = std::get_if<DenseMatrix>(&x))
    data.x = maybe_sparse(std::move(*dense));
  else
    data.x = std::move(x);
  return data;
}

std::vector<std::string> column_names(std::size_t d) {
  std::vector<std::string> names;
  names.reserve(d);
  for (std::size_t j = 1; j <= d; ++j) names.push_back("x" + std::to_string(j));
  return names;
}

std::optional<std::string> response_variable(const MatrixOptions& options,
                                             std::span<const std::string> variables,
                                             const std::string& source) {
  if (!options.response.empty()) {
    if (contains(variables, options.response)) return options.response;
    std::error_code failed;
    if (std::filesystem::exists(options.response, failed)) return std::nullopt;
    fail_in(source,
            fmt::format("the response {} is neither a variable of the file ({}) nor a file on disk.{}",
                        excerpt(options.response), name_list(variables),
                        did_you_mean(options.response, variables)));
  }
  for (const char* usual : {"Y", "y"})
    if (contains(variables, usual) && options.x_name != usual) return usual;
  fail_in(source,
          fmt::format("has no variable Y or y for the response. Name the variable that holds it, or a file "
                      "with one number per line. The file has {}.",
                      variables.empty() ? "no variables" : name_list(variables)));
}

std::vector<double> as_vector(const Matrix& m, const std::string& name) {
  if (rows(m) != 1 && cols(m) != 1)
    fail_in(name, fmt::format("is {} x {}, but the response must be a vector.", rows(m), cols(m)));
  if (const auto* dense = std::get_if<DenseMatrix>(&m)) return dense->values;
  const auto& sparse = std::get<SparseMatrix>(m);
  require_memory(8.0 * static_cast<double>(sparse.rows) * static_cast<double>(sparse.cols), name,
                 "the response");
  std::vector<double> y(sparse.rows * sparse.cols, 0.0);
  for (std::size_t j = 0; j < sparse.cols; ++j)
    for (std::size_t k = sparse.start[j]; k < sparse.start[j + 1]; ++k)
      y[j * sparse.rows + sparse.row[k]] = sparse.values[k];
  return y;
}

}  // namespace cggibbs
