// The rows of a loop nest: the values of its counters, row by row.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bugs/value.hpp"

namespace cggibbs::bugs {

struct Space {
  std::size_t rows = 1;
  std::vector<std::pair<std::string, std::vector<double>>> counters =
      {};  ///< outer loops first; `rows` values each

  /// The innermost of that name; null when there is none.
  const std::vector<double>* find(std::string_view name) const {
    for (std::size_t k = counters.size(); k-- > 0;)
      if (counters[k].first == name) return &counters[k].second;
    return nullptr;
  }
  Space select(const Places& some) const {
    Space out{some.size(), {}};
    for (const auto& [name, values] : counters) {
      std::vector<double> picked(some.size());
      for (std::size_t i = 0; i < some.size(); ++i) picked[i] = values[some[i]];
      out.counters.emplace_back(name, std::move(picked));
    }
    return out;
  }
};

/// Rows that some of the counters cannot tell apart.
struct RowClasses {
  Places first;  ///< a row of each class, in the order of the rows
  Places of;     ///< the class of each row
};

/// By the counters of these names.
inline RowClasses row_classes(const Space& space, const std::set<std::string>& names) {
  RowClasses out{{}, Places(space.rows, 0)};
  for (std::size_t k = 0; k < space.counters.size(); ++k) {
    const auto& [name, values] = space.counters[k];
    if (!names.contains(name) || space.find(name) != &values) continue;
    std::map<std::pair<std::uint32_t, double>, std::uint32_t> seen;
    for (std::size_t i = 0; i < space.rows; ++i)
      out.of[i] =
          seen.try_emplace({out.of[i], values[i]}, static_cast<std::uint32_t>(seen.size())).first->second;
  }
  for (std::uint32_t i = 0; i < space.rows; ++i)
    if (out.of[i] == out.first.size()) out.first.push_back(i);
  return out;
}

/// Thrown where a range has another length in some rows than in others: those of equal length are then taken together.
struct Ragged {
  std::vector<std::size_t> length;  ///< by row
};

/// Calls f(rows) with rows that are even: all of them, or classes of them where f finds them ragged.
template <class F>
void for_even_rows(const Places& rows, F&& f) {
  try {
    f(rows);
    return;
  } catch (const Ragged& ragged) {
    std::vector<std::pair<std::size_t, std::uint32_t>> by_length;
    for (std::size_t i = 0; i < rows.size(); ++i) by_length.emplace_back(ragged.length[i], rows[i]);
    std::stable_sort(by_length.begin(), by_length.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Places> classes;
    for (std::size_t i = 0; i < by_length.size(); ++i) {
      if (i == 0 || by_length[i].first != by_length[i - 1].first) classes.emplace_back();
      classes.back().push_back(by_length[i].second);
    }
    for (const auto& some : classes) for_even_rows(some, f);
  }
}

inline Places all_rows(std::size_t n) {
  Places out(n);
  for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<std::uint32_t>(i);
  return out;
}

}  // namespace cggibbs::bugs
