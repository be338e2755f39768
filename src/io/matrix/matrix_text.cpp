// Writing matrices as text, numbers in their shortest exact form.
#include "io/matrix/matrix_text.hpp"

#include <fmt/format.h>

#include <iterator>
#include <vector>

namespace cggibbs {
namespace {

/// f(i, j, value) for every stored entry, columns ascending.
template <class F>
void for_each_entry(const Matrix& x, const F& f) {
  if (const auto* d = std::get_if<DenseMatrix>(&x)) {
    for (std::size_t j = 0; j < d->cols; ++j)
      for (std::size_t i = 0; i < d->rows; ++i) f(i, j, d->col(j)[i]);
    return;
  }
  const auto& s = std::get<SparseMatrix>(x);
  for (std::size_t j = 0; j < s.cols; ++j)
    for (std::size_t t = s.start[j]; t < s.start[j + 1]; ++t) f(s.row[t], j, s.values[t]);
}

}  // namespace

std::string svmlight_text(const Matrix& x, std::span<const double> y) {
  std::vector<std::string> lines;
  for (double label : y) lines.push_back(fmt::format("{}", label));
  bool last_seen = false;
  for_each_entry(x, [&](std::size_t i, std::size_t j, double v) {
    if (v == 0) return;
    fmt::format_to(std::back_inserter(lines[i]), " {}:{}", j + 1, v);
    last_seen = last_seen || j + 1 == cols(x);
  });
  if (!last_seen) lines[0] += fmt::format(" {}:0", cols(x));
  std::string out;
  for (const auto& line : lines) out += line + '\n';
  return out;
}

std::string matrix_market_text(const Matrix& x) {
  const auto* sparse = std::get_if<SparseMatrix>(&x);
  std::string out = sparse
                        ? fmt::format("%%MatrixMarket matrix coordinate real general\n{} {} {}\n",
                                      sparse->rows, sparse->cols, sparse->entries())
                        : fmt::format("%%MatrixMarket matrix array real general\n{} {}\n", rows(x), cols(x));
  for_each_entry(x, [&](std::size_t i, std::size_t j, double v) {
    if (sparse)
      fmt::format_to(std::back_inserter(out), "{} {} {}\n", i + 1, j + 1, v);
    else
      fmt::format_to(std::back_inserter(out), "{}\n", v);
  });
  return out;
}

}  // namespace cggibbs
