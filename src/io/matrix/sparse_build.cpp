// Compressed sparse columns from the layouts that files use.
#include "io/matrix/sparse_build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/release.hpp"
#include "cggibbs/error.hpp"
#include "io/file/message.hpp"

namespace cggibbs {
namespace {

/// Sorts each column by row, adds duplicates up and drops zeros.
void tidy(SparseMatrix& m) {
  std::vector<std::pair<std::uint32_t, double>> column;
  std::size_t kept = 0;
  for (std::size_t j = 0; j < m.cols; ++j) {
    const std::size_t begin = m.start[j], end = m.start[j + 1];
    const auto first = m.row.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = m.row.begin() + static_cast<std::ptrdiff_t>(end);
    if (!std::is_sorted(first, last)) {
      column.clear();
      for (std::size_t k = begin; k < end; ++k) column.emplace_back(m.row[k], m.values[k]);
      // Stable: duplicates are added in file order.
      std::stable_sort(column.begin(), column.end(),
                       [](const auto& a, const auto& b) { return a.first < b.first; });
      for (std::size_t k = begin; k < end; ++k) std::tie(m.row[k], m.values[k]) = column[k - begin];
    }
    m.start[j] = kept;
    for (std::size_t k = begin; k < end;) {
      const std::uint32_t row = m.row[k];
      double sum = m.values[k++];
      while (k < end && m.row[k] == row) sum += m.values[k++];
      if (sum == 0) continue;
      m.row[kept] = row;
      m.values[kept++] = sum;
    }
  }
  m.start[m.cols] = kept;
  m.row.resize(kept);
  m.values.resize(kept);
}

}  // namespace

bool is_index(double v, std::size_t limit) {
  return v >= 0 && v < static_cast<double>(limit) && v == std::floor(v);
}

void EntryIndex::append(std::span<const double> numbers) {
  constexpr std::uint32_t none = 0xffffffff;
  for (const double v : numbers) {
    const bool whole = is_index(v, none);
    if (!whole && odd_entry > at.size()) {
      odd_entry = at.size();
      odd = v;
    }
    at.push_back(whole ? static_cast<std::uint32_t>(v) : none);
  }
}

SparseMatrix from_triplets(std::size_t rows, std::size_t cols, Triplets triplets) {
  SparseMatrix m;
  m.rows = rows;
  m.cols = cols;
  m.start.assign(cols + 1, 0);
  for (const std::uint32_t j : triplets.col) ++m.start[j + 1];
  for (std::size_t j = 0; j < cols; ++j) m.start[j + 1] += m.start[j];
  std::vector<std::size_t> next(m.start.begin(), m.start.end() - 1);
  // Where each entry goes takes the place of its column; then entries change places until all are there.
  std::vector<std::uint32_t>& to = triplets.col;
  if (to.size() > 0xffffffff)
    throw Error(
        fmt::format("the sparse matrix has {} entries, but at most 4294967295 can be read.", to.size()));
  for (std::uint32_t& j : to) j = static_cast<std::uint32_t>(next[j]++);
  for (std::uint32_t k = 0; k < to.size(); ++k)
    while (to[k] != k) {
      const std::uint32_t at = to[k];
      std::swap(triplets.row[k], triplets.row[at]);
      std::swap(triplets.value[k], triplets.value[at]);
      std::swap(to[k], to[at]);
    }
  release(to);
  m.row = std::move(triplets.row);
  m.values = std::move(triplets.value);
  tidy(m);
  return m;
}

SparseMatrix from_compressed(CompressedLines lines, const std::string& source) {
  const std::size_t count = lines.by_rows ? lines.rows : lines.cols;
  const std::size_t limit = lines.by_rows ? lines.cols : lines.rows;
  const char* line_word = lines.by_rows ? "row" : "column";
  const char* index_word = lines.by_rows ? "column" : "row";
  if (lines.start.size() != count + 1)
    fail_in(source,
            fmt::format("the sparse matrix has {} {} pointers where its shape needs {}. The file is damaged.",
                        lines.start.size(), line_word, count + 1));
  const std::size_t available = std::min(lines.index.at.size(), lines.values.size());
  double previous = 0;
  for (std::size_t j = 0; j <= count; ++j) {
    const double s = lines.start[j];
    if (!is_index(s, available + 1) || s < previous || (j == 0 && s != 0))
      fail_in(source,
              fmt::format("pointer {} of the sparse matrix's {}s is {}, but pointers must rise from 0 to at "
                          "most {} stored entries. The file is damaged.",
                          j + 1, line_word, s, available));
    previous = s;
  }
  const auto entries = static_cast<std::size_t>(lines.start[count]);
  for (std::size_t k = 0; k < entries; ++k)
    if (k == lines.index.odd_entry || lines.index.at[k] >= limit)
      fail_in(source,
              fmt::format("stored entry {} of the sparse matrix has {} number {} (from 0), but there are {} "
                          "{}s. The file is damaged.",
                          k + 1, index_word, k == lines.index.odd_entry ? lines.index.odd : lines.index.at[k],
                          limit, index_word));

  if (lines.by_rows) {
    Triplets triplets;
    triplets.row.reserve(entries);
    for (std::size_t i = 0; i < count; ++i)
      triplets.row.resize(static_cast<std::size_t>(lines.start[i + 1]), static_cast<std::uint32_t>(i));
    triplets.col = std::move(lines.index.at);
    triplets.col.resize(entries);
    triplets.value = std::move(lines.values);
    triplets.value.resize(entries);
    return from_triplets(lines.rows, lines.cols, std::move(triplets));
  }
  SparseMatrix m;
  m.rows = lines.rows;
  m.cols = lines.cols;
  m.start.resize(count + 1);
  for (std::size_t j = 0; j <= count; ++j) m.start[j] = static_cast<std::size_t>(lines.start[j]);
  m.row = std::move(lines.index.at);
  m.row.resize(entries);
  m.values = std::move(lines.values);
  m.values.resize(entries);
  tidy(m);
  return m;
}

Matrix maybe_sparse(DenseMatrix x) {
  constexpr double sparse_above = 0.85;
  const auto zeros = static_cast<double>(std::count(x.values.begin(), x.values.end(), 0.0));
  if (zeros <= sparse_above * static_cast<double>(x.values.size())) return x;
  SparseMatrix m;
  m.rows = x.rows;
  m.cols = x.cols;
  m.start.reserve(x.cols + 1);
  m.row.reserve(x.values.size() - static_cast<std::size_t>(zeros));
  m.values.reserve(m.row.capacity());
  for (std::size_t j = 0; j < x.cols; ++j) {
    m.start.push_back(m.row.size());
    const auto column = x.col(j);
    for (std::size_t i = 0; i < x.rows; ++i) {
      if (column[i] == 0) continue;
      m.row.push_back(static_cast<std::uint32_t>(i));
      m.values.push_back(column[i]);
    }
  }
  m.start.push_back(m.row.size());
  return m;
}

}  // namespace cggibbs
