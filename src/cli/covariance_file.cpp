// Matrices and vectors from files and options.
#include "cli/covariance_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <filesystem>

#include "io/file/number.hpp"
#include "io/matrix/plain_matrix.hpp"

namespace cggibbs {
namespace {

using Eigen::Index;

Eigen::Map<const Eigen::MatrixXd> as_eigen(const DenseMatrix& m) {
  return {m.values.data(), static_cast<Index>(m.rows), static_cast<Index>(m.cols)};
}

}  // namespace

CovarianceFile read_covariance_file(const std::string& path, bool is_precision, const std::string& x_name) {
  const PlainMatrix plain = read_plain_matrix(path, x_name);
  CovarianceFile out{ScaledMatrix(as_eigen(plain.values), path), is_precision, plain.names};
  for (std::size_t j = out.names.size(); j < plain.values.cols; ++j)
    out.names.push_back(fmt::format("x{}", j + 1));
  return out;
}

Eigen::VectorXd parse_vector(const std::string& text, Index size, const std::string& option) {
  const bool file = std::filesystem::exists(text) && parse_number(text).kind == NumberKind::not_a_number;
  const PlainMatrix m = file ? read_plain_matrix(text) : parse_plain_matrix(text, option + " '" + text + "'");
  const auto& values = m.values.values;
  const auto count = static_cast<Index>(values.size());
  if (count == 1) return Eigen::VectorXd::Constant(size, values[0]);
  if (count != size || std::min(m.values.rows, m.values.cols) != 1)
    throw Error(fmt::format("{}: {} x {} numbers, but there are {} coordinates. Give one number for each.",
                            option, m.values.rows, m.values.cols, size));
  return Eigen::Map<const Eigen::VectorXd>(values.data(), size);
}

}  // namespace cggibbs
