// Checks on the columns of a design, and the matrix made of them.
#include "models/design_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "models/listing.hpp"

namespace cggibbs {
namespace {

/// f(row, value) for the entries that are not zero, rows ascending.
template <class F>
void for_entries(const DesignColumn& c, F f) {
  for (std::size_t k = 0; k < c.value.size(); ++k)
    if (c.value[k] != 0) f(c.sparse ? c.row[k] : static_cast<std::uint32_t>(k), c.value[k]);
}

std::size_t count_entries(const DesignColumn& c) {
  return static_cast<std::size_t>(
      std::count_if(c.value.begin(), c.value.end(), [](double v) { return v != 0; }));
}

bool is_constant(const DesignColumn& c, std::size_t rows) {
  if (count_entries(c) != rows) return false;
  return std::all_of(c.value.begin(), c.value.end(), [&](double v) { return v == c.value[0]; });
}

std::uint64_t hash_of(const DesignColumn& c) {
  std::uint64_t h = 0;
  for_entries(c, [&](std::uint32_t row, double v) {
    h = (h ^ row ^ std::bit_cast<std::uint64_t>(v)) * 0x9E3779B97F4A7C15;
    h ^= h >> 29;
  });
  return h;
}

void warn(const std::vector<std::string>& names, const std::string& what,
          std::vector<std::string>& warnings) {
  if (!names.empty()) warnings.push_back(fmt::format("{}: {}", what, listing(names)));
}

void warn_of_duplicates(const std::vector<DesignColumn>& columns, const std::vector<bool>& keep,
                        std::size_t rows, std::vector<std::string>& warnings) {
  std::unordered_map<std::uint64_t, std::size_t> first;
  std::vector<std::string> pairs;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (!keep[j]) continue;
    const auto [it, added] = first.try_emplace(hash_of(columns[j]), j);
    if (!added && columns[it->second].dense(rows) == columns[j].dense(rows))
      pairs.push_back(columns[it->second].name + " and " + columns[j].name);
  }
  warn(pairs, "identical columns, whose coefficients only the prior can tell apart", warnings);
}

}  // namespace

std::vector<bool> informative_columns(const std::vector<DesignColumn>& columns, std::size_t rows,
                                      bool intercept, std::vector<std::string>& warnings) {
  std::vector<bool> keep(columns.size(), true);
  std::vector<std::string> zero, constant;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    auto* reason = count_entries(columns[j]) == 0               ? &zero
                   : intercept && is_constant(columns[j], rows) ? &constant
                                                                : nullptr;
    if (reason == nullptr) continue;
    keep[j] = false;
    reason->push_back(columns[j].name);
  }
  warn(zero, "dropped, zero in every row", warnings);
  warn(constant, "dropped, the same value in every row, as the intercept", warnings);
  warn_of_duplicates(columns, keep, rows, warnings);
  return keep;
}

Matrix make_matrix(std::vector<DesignColumn> columns, std::size_t rows) {
  std::size_t entries = 0;
  for (const auto& c : columns) entries += count_entries(c);
  if (4 * entries < rows * columns.size()) {
    SparseMatrix m{.rows = rows, .cols = columns.size(), .start = {0}, .row = {}, .values = {}};
    m.row.reserve(entries);
    m.values.reserve(entries);
    for (auto& c : columns) {
      for_entries(c, [&](std::uint32_t row, double v) {
        m.row.push_back(row);
        m.values.push_back(v);
      });
      m.start.push_back(m.row.size());
      c = {};
    }
    return m;
  }
  DenseMatrix m{.rows = rows, .cols = columns.size(), .values = {}};
  m.values.reserve(rows * columns.size());
  for (auto& c : columns) {
    const auto dense = c.sparse ? c.dense(rows) : std::move(c.value);
    m.values.insert(m.values.end(), dense.begin(), dense.end());
    c = {};
  }
  return m;
}

}  // namespace cggibbs
