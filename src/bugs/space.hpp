// The rows of a loop nest: the values of its counters, row by row.
#pragma once

#include <algorithm>
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
