// Rows are grouped by a hash of their entries; then every entry is compared with that of the first row of its class.
#include "graph/row_classes.hpp"

#include <algorithm>
#include <bit>

namespace cggibbs {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};

/// The finalizer of splitmix64.
std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// f(column) of the offset and of every column that may tell rows apart, until it returns false.
template <class F>
bool all_columns(const LinearNode& linear, std::size_t n, F&& f) {
  if (!linear.offset.empty() && !f(ColumnView{nullptr, linear.offset.data(), n})) return false;
  for (const auto& term : linear.terms)
    for (std::size_t j = 0; j < term.columns->cols(); ++j) {
      const ColumnView c = term.columns->col(j);
      const bool constant = !c.rows && !c.values;
      if (!constant && !f(c)) return false;
    }
  return true;
}

/// False when there are more than `most` classes of equal hashes.
bool group(const std::vector<std::uint64_t>& hash, std::size_t most, RowClasses& out) {
  std::vector<std::uint32_t> slots(std::bit_ceil(2 * most), none);
  const std::size_t mask = slots.size() - 1;
  out.of.resize(hash.size());
  out.first.clear();
  for (std::size_t i = 0; i < hash.size(); ++i) {
    std::size_t at = mix(hash[i]) & mask;
    while (slots[at] != none && hash[out.first[slots[at]]] != hash[i]) at = (at + 1) & mask;
    if (slots[at] == none) {
      if (out.first.size() == most) return false;
      slots[at] = static_cast<std::uint32_t>(out.first.size());
      out.first.push_back(static_cast<std::uint32_t>(i));
    }
    out.of[i] = slots[at];
  }
  return true;
}

/// Whether rows of a class have the same entry in a column. NaN is the same as nothing.
class SameEntries {
 public:
  explicit SameEntries(const RowClasses& classes)
      : classes_(classes), members_(classes.size(), 0), entry_(classes.of.size(), 0.0) {
    for (auto k : classes.of) ++members_[k];
  }

  bool operator()(const ColumnView& c) {
    std::size_t entries = 0, expected = 0;  // stored, other than zero; and what the first rows ask for
    for (std::size_t t = 0; t < c.count; ++t) entry_[c.row(t)] = c.value(t);
    bool same = true;
    for (std::size_t t = 0; t < c.count && same; ++t) {
      const double v = c.value(t);
      const auto k = classes_.of[c.row(t)];
      same = entry_[classes_.first[k]] == v;
      if (v == 0) continue;
      ++entries;
      if (classes_.first[k] == c.row(t)) expected += members_[k];
    }
    for (std::size_t t = 0; t < c.count; ++t) entry_[c.row(t)] = 0;
    return same && entries == expected;
  }

 private:
  const RowClasses& classes_;
  std::vector<std::size_t> members_;
  std::vector<double> entry_;  ///< by row, of one column
};

}  // namespace

std::optional<RowClasses> find_row_classes(const LinearNode& linear, std::size_t n, std::size_t most,
                                           std::size_t& steps) {
  if (most == 0) return std::nullopt;
  RowClasses out;
  std::vector<std::uint64_t> hash(n, 0);
  std::uint64_t column = 0;
  std::size_t read = 0, next_look = n;
  const bool few = all_columns(linear, n, [&](const ColumnView& c) {
    const std::uint64_t key = mix(++column);
    for (std::size_t t = 0; t < c.count; ++t)
      if (const double v = c.value(t); v != 0) hash[c.row(t)] += mix(key ^ std::bit_cast<std::uint64_t>(v));
    read += c.count;
    steps += c.count;
    if (read < next_look) return true;
    // Mostly the first column of numbers tells all rows apart. Each look comes after twice the entries of the one before.
    next_look = 2 * read;
    steps += n;
    return group(hash, most, out);
  });
  if (!few) return std::nullopt;
  steps += n;
  if (!group(hash, most, out)) return std::nullopt;
  SameEntries same(out);
  if (!all_columns(linear, n, [&](const ColumnView& c) { return steps += c.count, same(c); }))
    return std::nullopt;
  return out;
}

}  // namespace cggibbs
