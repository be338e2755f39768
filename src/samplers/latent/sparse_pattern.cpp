// Entries of P, a minimum degree order, and what elimination adds.
#include "samplers/latent/sparse_pattern.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>

namespace cggibbs {
namespace {

constexpr std::size_t most_pairs = 10'000'000, most_entries = 20'000'000;

std::uint64_t key(std::size_t row, std::size_t column) {
  return static_cast<std::uint64_t>(std::max(row, column)) << 32U | std::min(row, column);
}
std::uint32_t row_of(std::uint64_t key) {
  return static_cast<std::uint32_t>(key >> 32U);
}
std::uint32_t column_of(std::uint64_t key) {
  return static_cast<std::uint32_t>(key);
}

std::size_t pairs_of(std::size_t entries) {
  return entries * (entries + 1) / 2;
}

void sort_unique(std::vector<std::uint64_t>& v) {
  std::sort(v.begin(), v.end());
  v.erase(std::unique(v.begin(), v.end()), v.end());
}

}  // namespace

RowEntries::RowEntries(const std::vector<GaussianPart>& parts) : start(parts.front().columns->rows() + 1) {
  const auto each = [&](const auto& f) {
    std::size_t first = 0;
    for (const auto& p : parts) {
      for (std::size_t j = 0; j < p.size(); ++j) {
        const ColumnView c = p.columns->col(j);
        for (std::size_t t = 0; t < c.count; ++t) f(c.row(t), first + j, c.value(t));
      }
      first += p.size();
    }
  };
  each([&](std::size_t row, std::size_t, double) { ++start[row + 1]; });
  for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
  column.resize(start.back());
  value.resize(start.back());
  std::vector<std::size_t> next = start;
  each([&](std::size_t row, std::size_t j, double x) {
    column[next[row]] = static_cast<std::uint32_t>(j);
    value[next[row]++] = x;
  });
}

std::size_t RowEntries::pairs() const {
  std::size_t total = 0;
  for (std::size_t i = 0; i + 1 < start.size(); ++i) total += pairs_of(start[i + 1] - start[i]);
  return total;
}

SparsePattern::SparsePattern(const std::vector<GaussianPart>& parts, const TiedRows& ties) {
  const RowEntries rows(parts);
  pairs = rows.pairs();
  for (std::size_t i = 0; i < ties.rows(); ++i) tied_pairs += pairs_of(ties.start(i + 1) - ties.start(i));
  too_large = std::max(pairs, tied_pairs) > most_pairs;
  if (too_large) return;
  std::vector<std::uint64_t> entries;
  const auto meet = [&](std::size_t a, std::size_t b) { entries.push_back(key(a, b)); };
  for (std::size_t i = 0; i + 1 < rows.start.size(); ++i)
    for (std::size_t s = rows.start[i]; s < rows.start[i + 1]; ++s)
      for (std::size_t t = rows.start[i]; t < s; ++t) meet(rows.column[s], rows.column[t]);
  for (std::size_t i = 0; i < ties.rows(); ++i)
    for (std::size_t s = ties.start(i); s < ties.start(i + 1); ++s)
      for (std::size_t t = ties.start(i); t < s; ++t) meet(ties.column(s), ties.column(t));
  std::size_t first = 0;
  for (const auto& p : parts) {
    for (std::size_t j = 0; j < p.size(); ++j)
      for (std::size_t k = j - j % p.event; k <= j; ++k) meet(first + j, first + k);
    first += p.size();
  }
  order.resize(first);
  place.resize(first);
  sort_unique(entries);
  find_order(entries);
  find_rows(entries);
  find_factor();
  if (!too_large) find_columns();
}

void SparsePattern::find_order(std::vector<std::uint64_t>& entries) {
  using Lower = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
  const auto n = static_cast<int>(size());
  std::vector<Eigen::Triplet<double>> triplets;
  for (auto e : entries)
    triplets.emplace_back(static_cast<int>(row_of(e)), static_cast<int>(column_of(e)), 1.0);
  Lower lower(n, n);
  lower.setFromTriplets(triplets.begin(), triplets.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> found;
  Eigen::AMDOrdering<int>()(lower.selfadjointView<Eigen::Lower>(), found);
  for (int i = 0; i < n; ++i) {
    const auto own = static_cast<std::uint32_t>(found.indices()[i]);
    order[static_cast<std::size_t>(i)] = own;
    place[own] = static_cast<std::uint32_t>(i);
  }
}

void SparsePattern::find_rows(std::vector<std::uint64_t>& entries) {
  for (auto& e : entries) e = key(place[row_of(e)], place[column_of(e)]);
  sort_unique(entries);
  start.assign(size() + 1, 0);
  for (auto e : entries) {
    ++start[row_of(e) + 1];
    column.push_back(column_of(e));
  }
  for (std::size_t i = 0; i < size(); ++i) start[i + 1] += start[i];
}

std::size_t SparsePattern::place_of(std::size_t a, std::size_t b) const {
  const std::size_t row = std::max(place[a], place[b]), to = std::min(place[a], place[b]);
  const auto first = column.begin() + static_cast<std::ptrdiff_t>(start[row]);
  const auto last = column.begin() + static_cast<std::ptrdiff_t>(start[row + 1]);
  return static_cast<std::size_t>(std::lower_bound(first, last, to) - column.begin());
}

/// Row i of L has the columns that its entries in P reach upwards in the elimination tree.
void SparsePattern::find_factor() {
  const auto none = static_cast<std::uint32_t>(size());
  std::vector<std::uint32_t> parent(size(), none), seen(size(), none);
  factor_start.assign(1, 0);
  for (std::uint32_t i = 0; i < none; ++i) {
    seen[i] = i;
    const auto first = static_cast<std::ptrdiff_t>(factor_column.size());
    for (std::size_t t = start[i]; t + 1 < start[i + 1]; ++t)
      for (std::uint32_t j = column[t]; seen[j] != i; j = parent[j]) {
        if (parent[j] == none) parent[j] = i;
        seen[j] = i;
        factor_column.push_back(j);
      }
    std::sort(factor_column.begin() + first, factor_column.end());
    factor_start.push_back(factor_column.size());
    too_large = factor_column.size() > most_entries;
    if (too_large) return;
  }
}

void SparsePattern::find_columns() {
  column_start.assign(size() + 1, 0);
  for (auto j : factor_column) ++column_start[j + 1];
  for (std::size_t j = 0; j < size(); ++j) column_start[j + 1] += column_start[j];
  column_row.resize(factor_column.size());
  at.resize(factor_column.size());
  std::vector<std::size_t> next = column_start;
  for (std::size_t i = 0; i < size(); ++i)
    for (std::size_t t = factor_start[i]; t < factor_start[i + 1]; ++t) {
      at[t] = next[factor_column[t]]++;
      column_row[at[t]] = static_cast<std::uint32_t>(i);
    }
}

std::size_t SparsePattern::factor_products() const {
  std::size_t total = column.size() + tied_pairs;
  for (std::size_t j = 0; j < size(); ++j) {
    const std::size_t n = column_start[j + 1] - column_start[j];
    total += 1 + n + n * n / 2;
  }
  return total;
}

double SparsePattern::bytes() const {
  return 8.0 *
         static_cast<double>(pairs + tied_pairs + 3 * column.size() + 3 * factor_column.size() + 8 * size());
}

}  // namespace cggibbs
